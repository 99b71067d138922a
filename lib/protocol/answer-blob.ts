/**
 * A blob as an HTTP answer: all of it or a range, and never a page of ours. Floor 4, pure.
 *
 * The policy and `nosniff` keep a browser from running anything in it, even when somebody opens it as a page; only
 * what cannot be a page is shown in place. Source: RFC 9110 §13, §14 and §15.5.17; RFC 6266; RFC 8187.
 */
import { bareKind } from '../contract/market/blob-kind.ts'
import { askedRange } from './byte-range.ts'

export type AnswerableBlob = {
  id: string
  kind: string
  name: string | null
  sizeBytes: number
  sha256: string
}

type Open = (range: { start: number; end: number }) => AsyncIterable<Uint8Array>

/** `open` is called only when bytes are to be sent. */
export function answerBlob(request: Request, blob: AnswerableBlob, open: Open): Response {
  const etag = `"${blob.sha256}"`
  const headers = headersOf(blob, { etag, wantsFile: new URL(request.url).searchParams.has('download') })
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })

  const { sizeBytes } = blob
  const range = isCurrent(request, etag) ? askedRange(request.headers.get('range'), sizeBytes) : 'all'
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${sizeBytes}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range === 'all' ? { start: 0, end: sizeBytes } : range
  if (range !== 'all') headers.set('content-range', `bytes ${start}-${end - 1}/${sizeBytes}`)
  headers.set('content-length', String(end - start))
  const status = range === 'all' ? 200 : 206
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Response(streamOf(open({ start, end })), { status, headers })
}

/** A piece is fetched when somebody takes it. */
export function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const parts = content[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await parts.return?.()
    },
  })
}

function headersOf(
  { id, kind, name, sha256, sizeBytes }: AnswerableBlob,
  { etag, wantsFile }: { etag: string; wantsFile: boolean },
): Headers {
  const shown = isShownInPlace(kind) && !wantsFile ? 'inline' : 'attachment'
  return new Headers({
    'content-type': typeOf(kind),
    'content-disposition': `${shown}; ${fileName(name ?? `${id.replace(':', '-')}${endingOf(kind)}`)}`,
    etag,
    'accept-ranges': 'bytes',
    // Whoever may read it today may not tomorrow; a copy that is still the same is not sent again. A part of
    // something that was packed on the way would be a part of something else.
    'cache-control': 'private, no-cache, no-transform',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // RFC 9530. Next drops Content-Length, so the size is said once more.
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    'blob-size': String(sizeBytes),
  })
}

/** The headers of a file that is to be saved, never shown, whatever is in it. */
export function attachment(name: string, kind: string): Headers {
  return new Headers({
    'content-type': kind,
    'content-disposition': `attachment; ${fileName(name)}`,
    'cache-control': 'private, no-store, no-transform',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
}

/** Text without a charset would be read in whatever the browser's language suggests. */
function typeOf(kind: string): string {
  return bareKind(kind).startsWith('text/') && !/;\s*charset=/i.test(kind) ? `${kind}; charset=utf-8` : kind
}

/** What a browser draws and does not run. An SVG may hold a script, and HTML is a page. */
function isShownInPlace(kind: string): boolean {
  return /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/.+|video\/.+|text\/(plain|csv)|application\/json)$/.test(
    bareKind(kind),
  )
}

// biome-ignore format: a table reads in rows
const ENDINGS: Record<string, string> = {
  'application/json': '.json', 'application/pdf': '.pdf', 'application/zip': '.zip', 'application/x-ndjson': '.jsonl',
  'image/gif': '.gif', 'image/jpeg': '.jpg', 'image/png': '.png', 'image/svg+xml': '.svg', 'image/webp': '.webp',
  'text/csv': '.csv', 'text/html': '.html', 'text/markdown': '.md', 'text/plain': '.txt',
}

function endingOf(kind: string): string {
  return ENDINGS[bareKind(kind)] ?? ''
}

/** Once for every reader, once as it is. */
function fileName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

function isKnown(request: Request, etag: string): boolean {
  const tags = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.some((tag) => tag.replace(/^W\//, '') === etag)
}

/** A range of something older is not asked for any more. */
function isCurrent(request: Request, etag: string): boolean {
  const known = request.headers.get('if-range')
  return known === null || known.trim() === etag
}
