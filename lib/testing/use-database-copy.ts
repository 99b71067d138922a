/**
 * Gives each test process its own copy of the booted database, so that tests may count rows. Copying takes half a
 * second; files of one process share the copy, and it is dropped with the original.
 */
import { inject } from 'vitest'
import { withClient } from '#bin/postgres/databases.ts'

const globals = globalThis as unknown as { guildhallOwnDatabase?: Promise<string> }

globals.guildhallOwnDatabase ??= copy(new URL(inject('databaseUrl')!))
process.env.DATABASE_URL = await globals.guildhallOwnDatabase

async function copy(template: URL): Promise<string> {
  const from = template.pathname.slice(1)
  const own = new URL(template)
  own.pathname = `${template.pathname}_${process.pid}`
  await withClient(new URL('/postgres', template).href, async (client) => {
    const quoted = [own.pathname.slice(1), from].map((name) => client.escapeIdentifier(name))
    await client.query(`create database ${quoted[0]} template ${quoted[1]}`)
  })
  return own.href
}
