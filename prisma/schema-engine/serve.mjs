import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/** Methods whose names differ from the native engine's. */
const RENAMED = { getDatabaseVersion: 'version' }
const ENGINE_ERROR = 4466

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

export function serve({ url, datamodels }) {
  const panic = listenForPanics()
  let engine
  const start = async () => {
    const { SchemaEngine } = await loadEngine()
    const schema = { datamodels: datamodels.length > 0 ? datamodels : undefined }
    return SchemaEngine.new(schema, () => {}, bindMigrationAwareSqlAdapterFactory(makeDriver(url)))
  }
  const answer = async ({ id, method, params }) => {
    panic.during(id)
    engine ??= start()
    try {
      send({ id, result: await call(await engine, { id, method, params }) })
    } catch (error) {
      send({ id, error: describe(error) })
    }
  }

  let queue = Promise.resolve()
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const request = line.trim() ? JSON.parse(line) : {}
      // A message without a method is the CLI's reply to a `print`.
      if (request.method) queue = queue.then(() => answer(request))
    })
    .on('close', () => queue.finally(() => process.exit(0)))
}

async function call(engine, { id, method, params }) {
  const name = RENAMED[method] ?? method
  if (typeof engine[name] !== 'function') throw new Error(`schema-engine: ${method} is not supported`)
  const result = (await engine[name](params ?? {})) ?? {}
  // The native engine sends a `print` request to the CLI; this one returns the text.
  if (result.stdout) send({ id: 1_000_000 + id, method: 'print', params: { content: result.stdout } })
  return result
}

function describe(error) {
  const message = error?.message ?? String(error)
  const code = error?.code ?? /^\s*(P\d{4})/.exec(message)?.[1]
  const data = { is_panic: false, message, error_code: code, meta: error?.meta ?? {} }
  return { code: ENGINE_ERROR, message, data }
}

async function loadEngine() {
  const glueUrl = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const glue = await import(glueUrl)
  const wasm = fs.readFileSync(fileURLToPath(new URL('schema_engine_bg.wasm', glueUrl)))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': glue })
  glue.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return glue
}

/** A panic in the engine appears as an uncaught exception; its message is in a registry on globalThis. */
function listenForPanics() {
  let panicMessage = ''
  let current
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      panicMessage = message
    },
    get: () => panicMessage,
  }
  process.on('uncaughtException', (error) => {
    const message = panicMessage || error.stack
    if (current !== undefined)
      send({ id: current, error: { code: ENGINE_ERROR, message, data: { is_panic: false, message } } })
    process.exitCode = 1
  })
  return {
    during: (id) => {
      current = id
    },
  }
}

/** Postgres' internal one-byte type "char", which the adapter does not map, and text, which it does. */
const CHAR_OID = 18
const TEXT_OID = 25

let charColumns = []

/** Reports "char" as text and remembers its columns. */
const addFields = pg.Result.prototype.addFields
pg.Result.prototype.addFields = function (fields) {
  charColumns = fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []))
  for (const index of charColumns) fields[index].dataTypeID = TEXT_OID
  return addFields.call(this, fields)
}

/**
 * Restores the column type, and sends a script unsplit: the adapter splits at every semicolon, including
 * those in function bodies.
 */
function repaired(queryable, url) {
  return new Proxy(queryable, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (key === 'startTransaction')
        return async (...args) => repaired(await target.startTransaction(...args), url)
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
    connect: async () => repaired(await base.connect(), url),
    connectToShadowDb: () => connectToShadow(url),
  }
}

/**
 * The adapter's own method would use the real database (in `pg` the connection string overrides the database
 * name) and would drop it before disconnecting.
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
  return repaired(adapter, shadowUrl.href)
}

async function execute(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
