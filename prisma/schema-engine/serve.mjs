/** Answers the CLI's calls, one after the other, from the WebAssembly engine. */
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { makeDriver } from './driver.mjs'

/** Where the engine's own methods are called otherwise than the native one's. */
const RENAMED = { getDatabaseVersion: 'version' }
/** The code the native engine gives to every failure of its own. */
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
      // What has no method is the CLI's answer to a `print` of ours.
      if (request.method) queue = queue.then(() => answer(request))
    })
    .on('close', () => queue.finally(() => process.exit(0)))
}

async function call(engine, { id, method, params }) {
  const name = RENAMED[method] ?? method
  if (typeof engine[name] !== 'function') throw new Error(`schema-engine: ${method} is not supported`)
  const result = (await engine[name](params ?? {})) ?? {}
  // The native engine asks the CLI to print; this one returns the text.
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

/** A panic in the engine surfaces as an uncaught exception; its words are left in a registry on globalThis. */
function listenForPanics() {
  let said = ''
  let current
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      said = message
    },
    get: () => said,
  }
  process.on('uncaughtException', (error) => {
    const message = said || error.stack
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
