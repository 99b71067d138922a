/** RFC 9110 §13, §14. Only types that cannot be pages are shown inline. */
import { bareKind } from '../../../blobs/blob-kind.ts'

export type AnswerableBlob = {
  id: string
  kind: string
  name: string | null
  sizeBytes: number
  sha256: string
}

type Open = (range: { start: number; end: number }) => AsyncIterable<Uint8Array>

/** Calls `open` only if bytes are sent. */
export function blobResponse(request: Request, blob: AnswerableBlob, open: Open): Response {
  const etag = `"${blob.sha256}"`
  const headers = buildHeaders(blob, { etag, wantsFile: new URL(request.url).searchParams.has('download') })
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })

  const { sizeBytes } = blob
  const range = isCurrent(request, etag) ? parseByteRange(request.headers.get('range'), sizeBytes) : 'all'
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${sizeBytes}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range === 'all' ? { start: 0, end: sizeBytes } : range
  if (range !== 'all') headers.set('content-range', `bytes ${start}-${end - 1}/${sizeBytes}`)
  headers.set('content-length', String(end - start))
  const status = range === 'all' ? 200 : 206
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Response(toStream(open({ start, end })), { status, headers })
}

export function toStream(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
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

function buildHeaders(
  { id, kind, name, sha256, sizeBytes }: AnswerableBlob,
  { etag, wantsFile }: { etag: string; wantsFile: boolean },
): Headers {
  const shown = isShownInline(kind) && !wantsFile ? 'inline' : 'attachment'
  return new Headers({
    'content-type': typeOf(kind),
    'content-disposition': `${shown}; ${fileName(name ?? `${id.replace(':', '-')}${endingOf(kind)}`)}`,
    etag,
    'accept-ranges': 'bytes',
    // No cache may keep the content, because access may be revoked, nor transform it, because ranges would then differ.
    'cache-control': 'private, no-cache, no-transform',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // RFC 9530; `blob-size` replaces Content-Length, which Next drops.
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    'blob-size': String(sizeBytes),
  })
}

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

/** Adds UTF-8 to text types, because browsers would guess a charset. */
function typeOf(kind: string): string {
  return bareKind(kind).startsWith('text/') && !/;\s*charset=/i.test(kind) ? `${kind}; charset=utf-8` : kind
}

/** Browsers show these without running code; SVG and HTML may contain scripts. */
function isShownInline(kind: string): boolean {
  return /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/.+|video\/.+|text\/(plain|csv)|application\/json)$/.test(
    bareKind(kind),
  )
}

// biome-ignore format: table
const ENDINGS: Record<string, string> = {
  'application/json': '.json', 'application/pdf': '.pdf', 'application/zip': '.zip', 'application/x-ndjson': '.jsonl',
  'image/gif': '.gif', 'image/jpeg': '.jpg', 'image/png': '.png', 'image/svg+xml': '.svg', 'image/webp': '.webp',
  'text/csv': '.csv', 'text/html': '.html', 'text/markdown': '.md', 'text/plain': '.txt',
}

function endingOf(kind: string): string {
  return ENDINGS[bareKind(kind)] ?? ''
}

/** Returns the Content-Disposition for a file name (RFC 6266, RFC 8187). */
function fileName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

function isKnown(request: Request, etag: string): boolean {
  const tags = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.some((tag) => tag.replace(/^W\//, '') === etag)
}

/** If-Range: if it does not match, the whole content is sent. */
function isCurrent(request: Request, etag: string): boolean {
  const known = request.headers.get('if-range')
  return known === null || known.trim() === etag
}

export type RequestedRange = { start: number; end: number } | 'all' | 'unsatisfiable'

const ONE = /^bytes=\s*(\d*)-(\d*)\s*$/i

/** RFC 9110 §14.1.2. Returns "all" for invalid headers, other units and several ranges. */
export function parseByteRange(header: string | null, sizeBytes: number): RequestedRange {
  const [, first = '', last = ''] = ONE.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'all'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'all'
  if (start >= sizeBytes) return 'unsatisfiable'
  return { start, end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) }
}
