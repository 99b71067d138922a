/** `context.blobs`. Large blobs are read and written part by part, so that the isolate never holds one whole. */
import { min } from './intrinsics.js'

/** A part is in memory several times on its way. */
const PART_BYTES = 4 * 1024 * 1024
const BINARY = 'application/octet-stream'

/** `askForPart` is for calls with bytes. */
export function createBlobs(ask, askForPart) {
  const read = async (id, { start, end } = {}) =>
    Uint8Array.fromBase64((await ask('readBlob', { id, start, end })).base64)
  return {
    readBytes: read,
    readText: async (id, range) => new TextDecoder().decode(await read(id, range)),
    stream: (id, range) => readStream(askForPart, id, range),
    async write(content, kind = defaultKind(content)) {
      if (content instanceof ReadableStream) return writeStream({ ask, askForPart }, content, kind)
      if (content instanceof Blob) return writeStream({ ask, askForPart }, content.stream(), kind)
      if (typeof content === 'string' && content.length <= PART_BYTES)
        return (await ask('writeBlob', { text: content, kind })).id
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : bytesOf(content)
      if (bytes.length > PART_BYTES) return writeStream({ ask, askForPart }, [bytes], kind)
      return (await ask('writeBlob', { base64: bytes.toBase64(), kind })).id
    },
  }
}

function defaultKind(content) {
  if (typeof content === 'string') return 'text/plain'
  return (content instanceof Blob && content.type) || BINARY
}

/** Reads one part ahead, so that the site works while the code does. */
function readStream(askForPart, id, { start = 0, end = Infinity } = {}) {
  let at = start
  return new ReadableStream(
    {
      async pull(controller) {
        const to = min(end, at + PART_BYTES)
        const { value, bytes } = await askForPart('readBlob', { id, start: at, end: to })
        if (bytes.length > 0) controller.enqueue(bytes)
        at = to
        if (at >= min(end, value.sizeBytes)) controller.close()
      },
    },
    { highWaterMark: 1 },
  )
}

/** Resolves with the id of the blob once its last part is stored. */
async function writeStream({ ask, askForPart }, parts, kind) {
  const { upload } = await ask('openBlob', { kind })
  try {
    for await (const part of cutParts(parts)) await askForPart('appendBlob', { upload }, part)
    return (await ask('closeBlob', { upload })).id
  } catch (error) {
    await ask('abortBlob', { upload }).catch(() => {})
    throw error
  }
}

/** Collects small parts, and cuts large ones, because each call takes time. */
async function* cutParts(parts) {
  const collected = new Uint8Array(PART_BYTES)
  let filled = 0
  for await (const each of parts) {
    let rest = typeof each === 'string' ? new TextEncoder().encode(each) : bytesOf(each)
    while (rest.length > 0) {
      const slice = rest.subarray(0, PART_BYTES - filled)
      collected.set(slice, filled)
      filled += slice.length
      rest = rest.subarray(slice.length)
      if (filled < PART_BYTES) continue
      yield collected
      filled = 0
    }
  }
  if (filled > 0) yield collected.subarray(0, filled)
}

function bytesOf(content) {
  if (content instanceof Uint8Array) return content
  if (content instanceof ArrayBuffer) return new Uint8Array(content)
  if (ArrayBuffer.isView(content))
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
  throw new TypeError(
    'A blob is written from text, a Uint8Array, an ArrayBuffer, a Blob or a stream of these.',
  )
}
