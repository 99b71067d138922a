/**
 * Global setup of tests with a database: a new, migrated, empty one, on a throw-away embedded Postgres or on
 * TEST_DATABASE_URL; never on DATABASE_URL, which may contain real data.
 */
import type { TestProject } from 'vitest/node'
import { dropDatabase, ensureDatabase, withClient } from '#bin/server/postgres/databases.ts'
import { startTemporaryPostgres } from '#bin/server/postgres/temporary-postgres.ts'
import { migrateEngine } from '#bin/worker/migrate-engine.ts'
import { applyMigrations } from '#prisma/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent if no database was started; the socket is absent without a sandbox. */
    databaseUrl?: string
    sandboxSocket?: string
  }
}

export default async function bootDatabase(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const { url, close } = given ? await borrowServer(given) : await bringServer()
  await applyMigrations(url)
  await migrateEngine(url)
  project.provide('databaseUrl', url)
  return close
}

type Fresh = { url: string; close: () => Promise<void> }

async function bringServer(): Promise<Fresh> {
  const postgres = await startTemporaryPostgres()
  await ensureDatabase(postgres.url('postgres'), 'guildhall_test')
  return { url: postgres.url('guildhall_test'), close: postgres.stop }
}

async function borrowServer(adminUrl: string): Promise<Fresh> {
  const name = `guildhall_test_${process.pid}_${Date.now().toString(36)}`
  await ensureDatabase(adminUrl, name)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, close: () => dropWithCopies(adminUrl, name) }
}

/** The copies are those of `use-database-copy.ts`. */
async function dropWithCopies(adminUrl: string, name: string): Promise<void> {
  const { rows } = await withClient(adminUrl, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      name,
    ]),
  )
  for (const { datname } of rows) await dropDatabase(adminUrl, datname)
}
