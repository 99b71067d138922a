/** How this process connects to Postgres; Prisma, notifications and the workflow engine share these settings. */
import type { Socket } from 'node:net'
import pg from 'pg'

/** Probes an idle connection, such as that of LISTEN; Linux then gives up after ten seconds. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * The limit for one statement. Without it, a query whose connection is cut waits until TCP gives up, after a quarter of
 * an hour: Node cannot set TCP_USER_TIMEOUT, and TCP sends no probes while data is unacknowledged.
 */
const ANSWER_WITHIN_MS = 60_000

type ClientInternals = { connection: { stream: Socket }; _activeQuery: object | null }

/** Opens a pool whose sessions are in UTC, and which closes connections that take longer than `answerWithinMs` to answer. */
export function openPool(options: pg.PoolConfig, answerWithinMs = ANSWER_WITHIN_MS): pg.Pool {
  const pool = new pg.Pool({ ...KEEP_ALIVE, onConnect: useUtc, ...options })
  // An unhandled error would end the process; the next query reconnects.
  pool.on('error', () => {})
  pool.on('connect', (client) => endIfUnanswered(client as pg.PoolClient & ClientInternals, answerWithinMs))
  return pool
}

/**
 * Prisma's adapter drops the offset of timestamptz and assumes UTC. A statement, because PgBouncer refuses the startup
 * parameter `options`, but restores a session's time zone for each of its transactions.
 */
async function useUtc(client: pg.ClientBase): Promise<void> {
  await client.query(`SET timezone TO 'UTC'`)
}

function endIfUnanswered(client: ClientInternals, answerWithinMs: number): void {
  const { stream } = client.connection
  stream.setTimeout(answerWithinMs)
  stream.on('timeout', () => {
    if (!client._activeQuery) return
    const error = new Error(`The database has not responded for ${answerWithinMs / 1000} s.`)
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  })
}

/** LISTEN and the workflow engine need a session, which PgBouncer in transaction mode does not offer. */
export function directUrl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.DATABASE_DIRECT_URL || env.DATABASE_URL
}

/** Whether queries go through a pooler, where the next transaction may use another connection. */
export function isPooled(env: NodeJS.ProcessEnv = process.env): boolean {
  return directUrl(env) !== env.DATABASE_URL
}
