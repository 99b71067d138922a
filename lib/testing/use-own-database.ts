/**
 * A database for each process of tests: nobody else writes into it, so a test may count what there is before and after.
 *
 * A copy of the one that was booted, which nobody connects to. It takes half a second, so files that share a process
 * share it; it is dropped with the one it is a copy of.
 */
import { inject } from 'vitest'
import { withClient } from '#bin/postgres/databases.ts'

const kept = globalThis as unknown as { guildhallOwnDatabase?: Promise<string> }

kept.guildhallOwnDatabase ??= copy(new URL(inject('databaseUrl')))
process.env.DATABASE_URL = await kept.guildhallOwnDatabase

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
