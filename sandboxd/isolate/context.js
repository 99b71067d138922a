/**
 * The handler's `context`, which docs/spec/execution.md §2 describes. The studio completes its fields by
 * lib/contracts/handler/handler-types.ts.
 */

import { jsonText } from './json-text.js'
import { createRetryingFetch } from './retry.js'

/** `runInfo` is what the site tells about the run. */
export function createContext({ runInfo, deadline, signal, frames, ask, fetch }) {
  return {
    ...runInfo,
    deadline,
    signal,
    progress: frames.progress,
    emit: (part) => frames.part(jsonText(part, 'The part is')),
    log: globalThis.console.log,
    fetchWithRetry: createRetryingFetch({ fetch, deadline, signal }),
    callSkill: (name, args = {}) => ask('callSkill', { name, args }),
    tools: createTools(ask),
    blobs: createBlobs(ask),
  }
}

/** Returns an object for calls such as `tools.util.slugifyTitle({title})`. The host decides which names exist. */
function createTools(ask) {
  const members = (make) =>
    new Proxy(Object.freeze({}), {
      // Without `then`, because `await` would take an object that has one for a promise.
      get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : make(key)),
    })
  return members((namespace) =>
    members(
      (tool) =>
        (args = {}) =>
          ask('callTool', { name: `${namespace}.${tool}`, args }),
    ),
  )
}

function createBlobs(ask) {
  const read = async (id, { start, end } = {}) =>
    Uint8Array.fromBase64((await ask('readBlob', { id, start, end })).base64)
  return {
    readBytes: read,
    readText: async (id, range) => new TextDecoder().decode(await read(id, range)),
    async write(content, kind = typeof content === 'string' ? 'text/plain' : 'application/octet-stream') {
      const params =
        typeof content === 'string' ? { text: content, kind } : { base64: bytesOf(content).toBase64(), kind }
      return (await ask('writeBlob', params)).id
    },
  }
}

function bytesOf(content) {
  if (content instanceof Uint8Array) return content
  if (content instanceof ArrayBuffer) return new Uint8Array(content)
  if (ArrayBuffer.isView(content))
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
  throw new TypeError('A blob is written from text, a Uint8Array or an ArrayBuffer.')
}
