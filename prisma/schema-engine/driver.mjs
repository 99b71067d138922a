/** Prisma's adapter for `pg`, with three of its faults mended for the engine. */
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/** Postgres' internal one-byte type "char", for which the adapter has no mapping; and text, which it knows. */
const CHAR_OID = 18
const TEXT_OID = 25

let charColumns = []

/** Lets "char" pass as text and remembers where it was. */
const addFields = pg.Result.prototype.addFields
pg.Result.prototype.addFields = function (fields) {
  charColumns = fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []))
  for (const index of charColumns) fields[index].dataTypeID = TEXT_OID
  return addFields.call(this, fields)
}

/**
 * Puts the right type back, and sends a script whole: the adapter cuts it at every semicolon, in comments and in bodies
 * of functions too. The engine sends one query at a time, so what is remembered is this query's.
 */
function mended(queryable, url) {
  return new Proxy(queryable, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (key === 'startTransaction')
        return async (...args) => mended(await target.startTransaction(...args), url)
      if (key === 'executeScript')
        return (script) => execute(url, script).catch((error) => target.onError(error))
      if (key !== 'queryRaw') return value.bind(target)
      return async (query) => {
        const result = await target.queryRaw(query)
        for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character
        return result
      }
    },
  })
}

export function makeDriver(url) {
  const base = new PrismaPg({ connectionString: url })
  return {
    provider: base.provider,
    adapterName: base.adapterName,
    connect: async () => mended(await base.connect(), url),
    connectToShadowDb: () => connectToShadow(url),
  }
}

/**
 * A database of its own to replay migrations in. The adapter's way would work on the real one (`pg` lets the
 * connection string win over the database's name), and would drop it before disconnecting.
 */
async function connectToShadow(url) {
  const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`
  await execute(url, `CREATE DATABASE "${name}"`)
  const shadowUrl = new URL(url)
  shadowUrl.pathname = `/${encodeURIComponent(name)}`
  const adapter = await new PrismaPg({ connectionString: shadowUrl.href }).connect()
  const dispose = adapter.dispose.bind(adapter)
  adapter.dispose = async () => {
    await dispose()
    await execute(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }
  return mended(adapter, shadowUrl.href)
}

async function execute(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
