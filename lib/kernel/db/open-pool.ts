/**
 * Connections that notice a network failure. Otherwise their queries would wait until TCP gives up, after a quarter of
 * an hour.
 */
import type { Socket } from 'node:net'
import pg from 'pg'

/** Probes an idle connection, such as that of LISTEN; Linux then gives up after ten seconds. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * The limit for one statement: Node cannot set TCP_USER_TIMEOUT, and TCP sends no probes while data is
 * unacknowledged.
 */
const ANSWER_WITHIN_MS = 60_000

type ClientInternals = { connection: { stream: Socket }; _activeQuery: object | null }

/** Closes connections that take longer than `answerWithinMs` to answer. */
export function openPool(options: pg.PoolConfig, answerWithinMs = ANSWER_WITHIN_MS): pg.Pool {
  const pool = new pg.Pool({ ...KEEP_ALIVE, ...options })
  // An unhandled error would end the process; the next query reconnects.
  pool.on('error', () => {})
  pool.on('connect', (client) => endIfUnanswered(client as pg.PoolClient & ClientInternals, answerWithinMs))
  return pool
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
