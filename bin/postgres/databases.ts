/** Databases of one server: made and dropped by name. */
import pg from 'pg'

/** Creates `name` unless it exists, and answers whether it did. `adminUrl` points at any other database there. */
export function ensureDatabase(adminUrl: string, name: string): Promise<boolean> {
  return withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return false
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    return true
  })
}

/** Drops `name` and whoever is still connected to it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  })
}

/** Opens a connection for `work` and closes it after. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
