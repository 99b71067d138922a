import pg from 'pg'
import { applyMigrations } from '#prisma/migrate.ts'
import { migrateEngine } from '../../worker/migrate-engine.ts'

export type DatabaseUrls = {
  url: string
  directUrl: string
  ownerUrl: string
}

/** Applies the migrations and grants the site its rights. Several starts may call it at once. Returns how many it applied. */
export async function prepareDatabase(urls: DatabaseUrls, log?: (message: string) => void): Promise<number> {
  // They can run at once, because each has a schema of its own.
  const [applied] = await Promise.all([applyMigrations(urls.ownerUrl, log), migrateEngine(urls.ownerUrl)])
  await grantToSite(urls.ownerUrl, urls.directUrl)
  return applied
}

export function urlsFrom(env: NodeJS.ProcessEnv = process.env): DatabaseUrls {
  const url = env.DATABASE_URL ?? ''
  const directUrl = env.DATABASE_DIRECT_URL || url
  return { url, directUrl, ownerUrl: env.DATABASE_OWNER_URL || directUrl }
}

/** The role of the site on the embedded server, without rights to change tables. Elsewhere DATABASE_URL names the role. */
export const SITE_ROLE = 'guildhall_site'

const SCHEMAS = ['public', 'dbos']
const MIGRATION_TABLES = ['public._prisma_migrations', 'dbos.dbos_migrations']

/** The site may insert into these tables, but not update or delete. Triggers protect them, too. */
const APPEND_ONLY = ['public."LedgerLine"', 'public."LedgerTransfer"']

export async function ensureSiteRole(adminUrl: string, password: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [SITE_ROLE])
    const options = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password'
    const verb = rowCount ? 'alter' : 'create'
    await client.query(`${verb} role ${SITE_ROLE} ${options} ${client.escapeLiteral(password)}`)
  })
}

/** Grants the site's role what it needs. Does nothing if that role owns the database. */
async function grantToSite(ownerUrl: string, siteUrl: string): Promise<void> {
  const readRole = async (client: pg.Client) =>
    (await client.query('select current_user as name')).rows[0].name
  const role: string = await withClient(siteUrl, readRole)
  await withClient(ownerUrl, async (client) => {
    if ((await readRole(client)) === role) return
    await client.query(grants(client.escapeIdentifier(role)))
  })
}

/** Returns statements that run as one transaction, so that a running site never lacks a right. */
function grants(role: string): string {
  const bySchema = SCHEMAS.map(
    (schema) => `
      grant usage on schema ${schema} to ${role};
      grant select, insert, update, delete on all tables in schema ${schema} to ${role};
      grant usage, select on all sequences in schema ${schema} to ${role};
      grant execute on all functions in schema ${schema} to ${role};`,
  )
  return `${bySchema.join('')}
    revoke insert, update, delete on ${MIGRATION_TABLES.join(', ')} from ${role};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${role};`
}

export function ensureDatabase(adminUrl: string, name: string): Promise<boolean> {
  return withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return false
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    return true
  })
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  })
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
