/** Opens the embedded database, or that of DATABASE_URL, created if missing. */
import pg from 'pg'
import { lockFolder, openDataFolder, unlockFolder } from '../server/installation/data-folder.ts'
import { ensureDatabase, urlsFrom } from '../server/postgres/databases.ts'
import { openDatabase } from '../server/supervisor/database.ts'

/** Passes the owner's URL. Throws if a Guildhall is running from this folder. */
export async function withStoppedDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = openDataFolder()
  process.env.GUILDHALL_DATA_DIR = folder
  const given = process.env.DATABASE_URL
  if (given) await createIfMissing(urlsFrom().ownerUrl)
  const owner = given ? null : lockFolder(folder)
  if (owner !== null)
    throw new Error(`A Guildhall server is running from ${folder} (process ${owner}). Stop it, then restore.`)
  try {
    const database = await withoutStdout(() => openDatabase(folder, () => {}))
    try {
      // Only the owner may truncate tables and disable triggers.
      const done = await work(database.ownerUrl)
      // Otherwise the next start takes it for incompletely seeded.
      await database.markFilled()
      return done
    } finally {
      await database.stop()
    }
  } finally {
    if (!given) unlockFolder(folder)
  }
}

/** Sends what `work` prints to standard error, because standard output is for the command's result. */
async function withoutStdout<T>(work: () => Promise<T>): Promise<T> {
  const { write } = process.stdout
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    return await work()
  } finally {
    process.stdout.write = write
  }
}

/** SQLSTATE invalid_catalog_name. */
const NO_SUCH_DATABASE = '3D000'

async function createIfMissing(databaseUrl: string): Promise<void> {
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
