/**
 * The database of a Guildhall that is not running, migrated: the embedded one is started for the while, one that
 * DATABASE_URL names is made when its server has none of that name.
 */
import pg from 'pg'
import { openDataFolder } from '../data-folder.ts'
import { ensureDatabase } from '../postgres/databases.ts'
import { openDatabase } from '../supervisor/database.ts'
import { lockFolder, unlockFolder } from '../supervisor/lock-folder.ts'
import { migrateEngine } from '../worker/migrate-engine.ts'

/** Throws a sentence for people when a Guildhall runs from this folder. */
export async function withStoppedDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = openDataFolder()
  process.env.GUILDHALL_DATA_DIR = folder
  const given = process.env.DATABASE_URL
  if (given) await makeIfMissing(given)
  const owner = given ? null : lockFolder(folder)
  if (owner !== null)
    throw new Error(`A Guildhall runs from ${folder} (process ${owner}). Stop it, then restore.`)
  try {
    const database = await openDatabase(folder, () => {})
    try {
      await quietly(() => migrateEngine(database.url))
      const done = await work(database.url)
      // Or the next start would take it for half a market.
      await database.markFilled()
      return done
    } finally {
      await database.stop()
    }
  } finally {
    if (!given) unlockFolder(folder)
  }
}

/** The engine tells what it does on standard output, which belongs to the command's answer. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { write } = process.stdout
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    await work()
  } finally {
    process.stdout.write = write
  }
}

/** SQLSTATE invalid_catalog_name. */
const NO_SUCH_DATABASE = '3D000'

async function makeIfMissing(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  try {
    await client.connect()
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== NO_SUCH_DATABASE) throw thrown
    const url = new URL(databaseUrl)
    const name = decodeURIComponent(url.pathname.slice(1))
    url.pathname = '/postgres'
    await ensureDatabase(url.href, name)
  } finally {
    await client.end().catch(() => {})
  }
}
