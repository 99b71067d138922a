/**
 * The `context` a handler gets: who runs it, and what it may ask of Guildhall.
 *
 * Source: specification "Execution", Handler; what the editor offers is lib/contract/definition/handler-world.ts.
 */

/** `told` is what the app says of the run; the rest is how the handler speaks back. */
export function makeContext({ told, deadline, signal, frames, ask }) {
  return {
    ...told,
    /** Epoch milliseconds. */
    deadline,
    signal,
    progress: frames.progress,
    log: globalThis.console.log,
    callSkill: (name, args = {}) => ask('callSkill', { name, args }),
    tools: toolsOf(ask),
    blobs: blobsOf(ask),
  }
}

/** `tools.util.slugifyTitle({title})`: which names there are is Guildhall's to say. */
function toolsOf(ask) {
  const members = (make) =>
    new Proxy(Object.freeze({}), {
      // An object with a `then` would be taken for a promise by whoever awaits it.
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

function blobsOf(ask) {
  const read = async (id, { start, end } = {}) =>
    Uint8Array.fromBase64((await ask('readBlob', { id, start, end })).base64)
  return {
    readBytes: read,
    readText: async (id, range) => new TextDecoder().decode(await read(id, range)),
    /** Resolves to the new blob's id; `kind` is a media type. */
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
