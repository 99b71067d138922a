// A table that names a person or an organisation is part of the archive with their data, or says why it is not.
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { EXPORTED_IN, NOT_EXPORTED, ownRows } from '../accounts/rows/own-data.ts'
import { database } from '../kernel/db/prisma-client.ts'

const REFERENCES =
  /^ {2}(?:userId|organisationId|personalOfId|createdById|submittedById|authorId|actorId|requestedById)\b/m

const models = fs
  .readFileSync('prisma/schema.prisma', 'utf8')
  .matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)
  .map(([, name = '', body = '']) => ({ name, body }))
  .toArray()

test('every table that names a person or an organisation is exported, or has a reason why not', () => {
  const naming = models.filter(({ name, body }) => name === 'User' || REFERENCES.test(body))
  expect(naming.length).toBeGreaterThan(50)

  const known = [...Object.keys(EXPORTED_IN), ...Object.keys(NOT_EXPORTED)]

  expect(naming.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !models.some((model) => model.name === name))).toEqual([])
})

test('every file that an exported table names is in the archive', () => {
  // The queries run when their rows are read.
  const files = Object.keys(ownRows(database(), { userId: 'nobody', organisationId: 'none' }))
  const others = ['payee', 'files/vault.zip']

  const missing = Object.values(EXPORTED_IN).filter((file) => ![...files, ...others].includes(file))
  expect(missing).toEqual([])
})

test('every name of a person is stored beside their id, and replaced when their account is deleted', () => {
  const replacing = fs.readFileSync('lib/accounts/rows/close-rows.ts', 'utf8').replaceAll(/\s+/g, ' ')
  const names = models.flatMap(({ name, body }) =>
    [...body.matchAll(/^ {2}(author|actor|\w+By)Name\b/gm)].map(([, role]) => ({ name, body, role })),
  )
  expect(names.length).toBeGreaterThan(12)

  const kept = names.filter(({ name, body, role }) => {
    // `forgetPersonInAudit` replaces these.
    if (name === 'AuditEvent') return false
    const table = name[0]?.toLowerCase() + name.slice(1)
    const replaces = `tx.${table}.updateMany({ where: { ${role}Id: id }, data: { ${role}Name: DELETED_USER }`
    return !body.includes(`${role}Id`) || !replacing.includes(replaces)
  })
  expect(kept.map(({ name, role }) => `${name}.${role}Name`)).toEqual([])
})
