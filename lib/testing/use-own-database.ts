/**
 * A database for one file of tests: workers take whatever waits in theirs, so those of two files must not share one.
 *
 * A copy of the one that was booted, which nobody else connects to.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { dropDatabase, withClient } from '#bin/postgres/databases.ts'

const template = new URL(inject('databaseUrl'))
const admin = new URL(template)
admin.pathname = '/postgres'
const name = `${template.pathname.slice(1)}_${randomBytes(4).toString('hex')}`

await withClient(admin.href, (client) =>
  client.query(
    `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template.pathname.slice(1))}`,
  ),
)
const own = new URL(template)
own.pathname = `/${name}`
process.env.DATABASE_URL = own.href

afterAll(() => dropDatabase(admin.href, name))
