import pg from 'pg'
import { toStorable } from '../validation/storable.ts'

/** pg's types lack these. */
type Untyped = { getStartupConf(): Record<string, string>; query(...args: unknown[]): unknown }
const base = pg.Client.prototype as unknown as Untyped

export class Connection extends pg.Client {
  readonly isPooled = isPooled()
  /** Settles when the queries so far end; undefined if none is open. */
  lastQuery: Promise<unknown> | undefined

  /**
   * Prisma's adapter drops the offset of timestamptz and assumes UTC. The parameter is separate, since PgBouncer
   * refuses `options` but restores `timezone` for each transaction.
   */
  getStartupConf(): Record<string, string> {
    return { ...base.getStartupConf.call(this), timezone: 'UTC' }
  }
}

// One method cannot repeat pg's many overloads.
Object.assign(Connection.prototype, {
  query(this: Connection, query: unknown, ...rest: unknown[]): unknown {
    const stored = withStorableValues(this.isPooled ? withoutName(query) : query)
    const send = () => base.query.call(this, stored, ...rest.map(toStorableValues))
    // A pool waits for its query, and a cursor is its own result.
    if (typeof rest.at(-1) === 'function' || isSubmittable(query)) return send()
    return sendInTurn(this, send as () => Promise<unknown>)
  },
})

/** Prisma reads several relations of a transaction at once, and pg 9 refuses a query while another is open. */
function sendInTurn(connection: Connection, send: () => Promise<unknown>): Promise<unknown> {
  const result = connection.lastQuery ? connection.lastQuery.then(send) : send()
  const settled = result.catch(() => {})
  connection.lastQuery = settled
  settled.then(() => {
    if (connection.lastQuery === settled) connection.lastQuery = undefined
  })
  return result
}

function isSubmittable(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query
}

/**
 * Postgres refuses a statement if one of its texts contains NUL, so the write would be lost: the error of a handler that
 * quotes its input is enough. Every text is made storable here, because no writer can forget this place. UTF-8 replaces
 * lone surrogates in the same way. Input that a person can correct is refused before (`isStorable`).
 */
function withStorableValues(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('values' in query) || isSubmittable(query))
    return query
  const values = toStorableValues(query.values)
  return values === query.values ? query : { ...query, values }
}

/** Returns other values than arrays with such a text as they are. */
function toStorableValues(values: unknown): unknown {
  return hasNul(values) ? withoutNul(values) : values
}

function hasNul(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('\0') : Array.isArray(value) && value.some(hasNul)
}

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value)
  return Array.isArray(value) ? value.map(withoutNul) : value
}

/** Behind a pooler the next transaction may use another connection. */
function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && !isSubmittable(query)
  return isNamed ? { ...query, name: undefined } : query
}

/** LISTEN and the workflow engine need a session, which PgBouncer in transaction mode does not offer. */
export function directUrl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.DATABASE_DIRECT_URL || env.DATABASE_URL
}

function isPooled(env: NodeJS.ProcessEnv = process.env): boolean {
  return directUrl(env) !== env.DATABASE_URL
}
