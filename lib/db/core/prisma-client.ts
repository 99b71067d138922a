/** Nothing outside `lib/db` imports Prisma. */
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/client.ts'
import { openPool } from './open-pool.ts'

export type Database = PrismaClient
export type Tx = Prisma.TransactionClient

type DirectAccess = { pool: pg.Pool; nameOf: (statement: { sql: string }) => string }

// `next dev` evaluates modules again on every change.
const globals = globalThis as {
  guildhallDatabase?: PrismaClient
  guildhallPools?: WeakMap<object, DirectAccess>
}

function connect(): PrismaClient {
  const pool = openPool({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.DB_POOL ?? 10),
    // Without a limit, requests would wait as long as the database is away.
    connectionTimeoutMillis: 15_000,
    Client: Connection,
  })
  const nameOf = makeStatementNames()
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: nameOf })
  // Two seconds, the default, is too short under load.
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 15_000 } })
  globals.guildhallPools ??= new WeakMap()
  globals.guildhallPools.set(client, { pool, nameOf })
  return client
}

export function directAccessOf(db: Database | Tx): DirectAccess | undefined {
  return globals.guildhallPools?.get(db)
}

export function database(): PrismaClient {
  globals.guildhallDatabase ??= connect()
  return globals.guildhallDatabase
}

/** pg's types lack these. */
type Untyped = { getStartupConf(): Record<string, string>; query(...args: unknown[]): unknown }
const base = pg.Client.prototype as unknown as Untyped

export class Connection extends pg.Client {
  readonly isPooled = isPooled()
  /** Settles when the queries so far end; undefined if none is open. */
  lastQuery: Promise<void> | undefined

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
    const send = () => base.query.call(this, this.isPooled ? withoutName(query) : query, ...rest)
    // A pool waits for its query, and a cursor is its own result.
    if (typeof rest.at(-1) === 'function' || isSubmittable(query)) return send()
    return sendInTurn(this, send as () => Promise<unknown>)
  },
})

/** Prisma reads several relations of a transaction at once, and pg 9 refuses a query while another is open. */
function sendInTurn(connection: Connection, send: () => Promise<unknown>): Promise<unknown> {
  const result = connection.lastQuery ? connection.lastQuery.then(send) : send()
  const settled = result.then(
    () => {},
    () => {},
  )
  connection.lastQuery = settled
  settled.then(() => {
    if (connection.lastQuery === settled) connection.lastQuery = undefined
  })
  return result
}

function isSubmittable(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query
}

/** Behind a pooler the next transaction may use another connection. */
function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && !isSubmittable(query)
  return isNamed ? { ...query, name: undefined } : query
}

export async function ping(db: Database): Promise<void> {
  await db.$queryRaw`SELECT 1`
}

/** LISTEN and the workflow engine need a session, which PgBouncer in transaction mode does not offer. */
export function directUrl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.DATABASE_DIRECT_URL || env.DATABASE_URL
}

function isPooled(env: NodeJS.ProcessEnv = process.env): boolean {
  return directUrl(env) !== env.DATABASE_URL
}

/** Rare statements do not justify memory in every connection. */
const MIN_USES = 3

/** Each may take some tens of kilobytes per connection. */
const MAX_NAMES = 200
const MAX_COUNTED = 1_000

/**
 * Postgres plans a named statement once per connection; planning is more than half the cost of a run's queries. ''
 * means unnamed.
 */
export function makeStatementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()

  return ({ sql }) => {
    const name = names.get(sql)
    if (name) return name
    if (names.size >= MAX_NAMES) return ''
    const times = (seen.get(sql) ?? 0) + 1
    if (times <= MIN_USES) {
      if (seen.size >= MAX_COUNTED) seen.clear()
      seen.set(sql, times)
      return ''
    }
    seen.delete(sql)
    const given = `guildhall_${names.size}`
    names.set(sql, given)
    return given
  }
}
