/** Decodes bodies of server actions as Next does. A worker, because React requires a condition of its own there. */
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort } from 'node:worker_threads'
import type { ActionBody } from './react-decoder.ts'

const require = createRequire(import.meta.url)
const react = require('next/dist/compiled/react-server-dom-turbopack/server.node')
const busboy = require('next/dist/compiled/busboy')

const ACTION = { id: 'actions', chunks: [], name: 'act' }
Object.assign(globalThis, {
  __next_require__: () => ({ act: () => undefined }),
  __next_chunk_load__: async () => undefined,
})
const actions = new Proxy({}, { get: (_, id) => (/^[0-9a-f]+$/.test(String(id)) ? ACTION : undefined) })

// The stream of a refused file also emits the error that the decoder throws.
process.on('uncaughtException', () => undefined)

parentPort?.on('message', async ({ hasScripts, ...body }: ActionBody) => {
  try {
    await (hasScripts ? decodeArguments(body) : decodeForm(body))
    parentPort?.postMessage(null)
  } catch (thrown) {
    parentPort?.postMessage(String(thrown))
  }
})

async function decodeArguments({ type, bytes }: { type: string; bytes: Uint8Array }): Promise<void> {
  const options = { temporaryReferences: react.createTemporaryReferenceSet() }
  let args: unknown
  if (type.startsWith('multipart/form-data')) {
    const form = busboy({ defParamCharset: 'utf8', headers: { 'content-type': type } })
    const decoded = Promise.resolve(react.decodeReplyFromBusboy(form, actions, options))
    ;[, args] = await Promise.all([pipeline(Readable.from([bytes]), form), decoded])
  } else {
    args = await react.decodeReply(Buffer.from(bytes).toString('utf8'), actions, options)
  }
  Reflect.apply(() => undefined, null, args as unknown[])
}

async function decodeForm({ type, bytes }: { type: string; bytes: Uint8Array }): Promise<void> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  // Next answers 400 to a form of several or no descriptors.
  for (const name of form.keys())
    if (name.startsWith('$ACTION_REF_') && form.getAll(`$ACTION_${name.slice(12)}:0`).length !== 1) return
  await react.decodeAction(form, actions)
  await react.decodeFormState({}, form, actions)
}
