import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSecret } from '../installation/data-folder.ts'
import { setConnectionTimeouts } from '../postgres/connection-timeouts.ts'
import {
  type DatabaseUrls,
  dropDatabase,
  ensureDatabase,
  ensureSiteRole,
  prepareDatabase,
  SITE_ROLE,
  urlsFrom,
  withClient,
} from '../postgres/databases.ts'
import { type Postgres, startPostgres } from '../postgres/start-postgres.ts'

export type RunningDatabase = DatabaseUrls & {
  embedded: boolean
  isFresh: boolean
  /** Call it after seeding; until then every start recreates the database. */
  markFilled: () => Promise<void>
  stop: () => Promise<void>
}

type Log = (message: string) => void

const NAME = 'guildhall'
const WATCH_EVERY_MS = 1_000
const MIN_POSTGRES_MAJOR = 15

export async function openDatabase(folder: string, log: Log): Promise<RunningDatabase> {
  const database = process.env.DATABASE_URL
    ? await openConfigured(urlsFrom())
    : await openEmbedded(path.join(folder, 'postgres'), log)
  await prepareDatabase(database, log)
  return database
}

async function openConfigured(urls: DatabaseUrls): Promise<RunningDatabase> {
  const { major, isPooled } = await readServer(urls.url)
  if (isPooled && !process.env.DATABASE_DIRECT_URL) {
    throw new Error(
      'DATABASE_URL leads through a connection pooler. Set DATABASE_DIRECT_URL to the address of the database ' +
        'itself, for what needs a session: notifications, workers and migrations.',
    )
  }
  if (major < MIN_POSTGRES_MAJOR) {
    throw new Error(
      `DATABASE_URL points at Postgres ${major}; Guildhall needs Postgres ${MIN_POSTGRES_MAJOR} or newer.`,
    )
  }
  await setConnectionTimeouts(urls.directUrl)
  const nothing = async () => {}
  return { ...urls, embedded: false, isFresh: false, markFilled: nothing, stop: nothing }
}

async function readServer(url: string): Promise<{ major: number; isPooled: boolean }> {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query(
        `select current_setting('server_version_num')::int as version, pg_backend_pid() as pid`,
      )
      // A pooler sends its own id, because clients share servers.
      const { processID } = client as unknown as { processID: number }
      return { major: Math.floor(rows[0].version / 10_000), isPooled: rows[0].pid !== processID }
    })
  } catch (error) {
    // The message omits the URL, which may contain a password.
    throw new Error(`The database in DATABASE_URL does not respond: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function openEmbedded(folder: string, log: Log): Promise<RunningDatabase> {
  const options = { folder, port: 54329, log }
  let postgres = await startPostgres(options)
  log(`database ready (port ${postgres.port}${postgres.adopted ? ', was still running' : ''})`)
  const { isFresh, markFilled } = await openOrRecreate(folder, postgres.url('postgres'))
  const ownerUrl = postgres.url(NAME)
  const password = readSecret(folder, 'site-password')
  await ensureSiteRole(ownerUrl, password)
  const url = Object.assign(new URL(ownerUrl), { username: SITE_ROLE, password }).href
  const watch = keepAlive(
    () => postgres,
    async () => {
      log('database stopped; restarting')
      // The port stays, so pools reconnect.
      postgres = await startPostgres({ folder, port: postgres.port })
    },
  )
  const stop = async () => {
    await watch.stop()
    await postgres.stop()
  }
  return { url, directUrl: url, ownerUrl, embedded: true, isFresh, markFilled, stop }
}

/** Drops a partly seeded database. */
async function openOrRecreate(folder: string, adminUrl: string) {
  const filled = path.join(folder, 'filled')
  if (!fs.existsSync(filled)) await dropDatabase(adminUrl, NAME)
  const isFresh = await ensureDatabase(adminUrl, NAME)
  return { isFresh, markFilled: async () => fs.writeFileSync(filled, '') }
}

/** Polls for the end of the server, because one that was adopted is no child process and sends no event. */
function keepAlive(current: () => Postgres, restart: () => Promise<void>): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await sleep(WATCH_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {})
      // The next check tries again, and Postgres logs the reason.
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
