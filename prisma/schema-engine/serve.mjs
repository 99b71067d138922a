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

/** Reports columns of type "char" as text, and remembers which they were. The engine asks one query at a time. */
class EnginePool extends pg.Pool {
  charColumns = []

  async query(...args) {
    const result = await super.query(...args)
    const fields = result.fields ?? []
    this.charColumns = fields.flatMap(({ dataTypeID }, index) => (dataTypeID === CHAR_OID ? [index] : []))
    for (const index of this.charColumns) fields[index].dataTypeID = TEXT_OID
    return result
  }
}

/** Returns the adapter's connection, changed where the engine needs another answer than Prisma's client does. */
async function connect(url) {
  const pool = new EnginePool({ connectionString: url })
  const connection = await new PrismaPg(pool, { disposeExternalPool: true }).connect()
  const queryRaw = connection.queryRaw.bind(connection)
  return Object.assign(connection, {
    async queryRaw(query) {
      const result = await queryRaw(query)
      for (const index of pool.charColumns) result.columnTypes[index] = ColumnTypeEnum.Character
      return result
    },
    // The adapter would split at every semicolon, including those in function bodies.
    async executeScript(script) {
      await pool.query(script).catch((error) => connection.onError(error))
    },
  })
}

export function makeDriver(url) {
  const { provider, adapterName } = new PrismaPg({ connectionString: url })
  return { provider, adapterName, connect: () => connect(url), connectToShadowDb: () => connectToShadow(url) }
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
  const connection = await connect(shadowUrl.href)
  const dispose = connection.dispose.bind(connection)
  return Object.assign(connection, {
    async dispose() {
      await dispose()
      await execute(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    },
  })
}

async function execute(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
