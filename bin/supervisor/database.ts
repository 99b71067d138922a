/**
 * The database of this installation: embedded, kept running, or the one DATABASE_URL names.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '#prisma/migrate.ts'
import { dropDatabase, ensureDatabase, withClient } from '../postgres/databases.ts'
import { type Postgres, startPostgres } from '../postgres/start-postgres.ts'

export type RunningDatabase = {
  url: string
  embedded: boolean
  /** True when there is nothing in it yet. */
  isFresh: boolean
  /** Says that it holds what it should at the beginning. Until then every start begins with an empty one. */
  markFilled: () => Promise<void>
  stop: () => Promise<void>
}

type Log = (message: string) => void

const NAME = 'guildhall'
const WATCH_EVERY_MS = 1_000
const OLDEST_MAJOR = 15

/** Ready to use and migrated. Throws a sentence for people when that cannot be. */
export async function openDatabase(folder: string, log: Log): Promise<RunningDatabase> {
  const given = process.env.DATABASE_URL
  const database = given ? await openGiven(given) : await openEmbedded(path.join(folder, 'postgres'), log)
  await migrate(database.url, log)
  return database
}

async function openGiven(url: string): Promise<RunningDatabase> {
  const major = await readMajorVersion(url)
  if (major < OLDEST_MAJOR) {
    throw new Error(
      `DATABASE_URL points at Postgres ${major}; Guildhall needs Postgres ${OLDEST_MAJOR} or newer.`,
    )
  }
  const nothing = async () => {}
  return { url, embedded: false, isFresh: false, markFilled: nothing, stop: nothing }
}

async function readMajorVersion(url: string): Promise<number> {
  try {
    const { rows } = await withClient(url, (client) => client.query('show server_version_num'))
    return Math.floor(Number(rows[0].server_version_num) / 10_000)
  } catch (error) {
    // The address may hold a password, so only the driver's own words are repeated.
    throw new Error(`The database that DATABASE_URL names does not answer: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function openEmbedded(folder: string, log: Log): Promise<RunningDatabase> {
  const options = { folder, port: 54329, log }
  let postgres = await startPostgres(options)
  log(`database ready (port ${postgres.port}${postgres.adopted ? ', was still running' : ''})`)
  const { isFresh, markFilled } = await openEmptyOrFilled(folder, postgres.url('postgres'))
  const watch = keepAlive(
    () => postgres,
    async () => {
      log('database stopped; starting it again')
      // The same port, so that every pool finds it again.
      postgres = await startPostgres({ folder, port: postgres.port })
    },
  )
  const stop = async () => {
    await watch.stop()
    await postgres.stop()
  }
  return { url: postgres.url(NAME), embedded: true, isFresh, markFilled, stop }
}

/** A first start may be interrupted while it fills the database; half a market is thrown away. */
async function openEmptyOrFilled(folder: string, adminUrl: string) {
  const filled = path.join(folder, 'filled')
  if (!fs.existsSync(filled)) await dropDatabase(adminUrl, NAME)
  const isFresh = await ensureDatabase(adminUrl, NAME)
  return { isFresh, markFilled: async () => fs.writeFileSync(filled, '') }
}

/** An adopted server is no child of ours, so its death is noticed by looking. */
function keepAlive(current: () => Postgres, restart: () => Promise<void>): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await sleep(WATCH_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {})
      // A failed try is tried again at the next look; what it said is in Postgres' own log.
      if (!stopped.signal.aborted && !current().isRunning()) await restart().catch(() => {})
    }
  }
  const done = watch()
  return {
    async stop() {
      stopped.abort()
      await done
    },
  }
}
