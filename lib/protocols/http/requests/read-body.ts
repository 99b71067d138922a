import { bareKind } from '../../../blobs/blob-kind.ts'
import { AppError, httpStatus, tooLarge, toPublicError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { lostDigits } from '../../../kernel/json/lost-digits.ts'
import { faultText, readJson } from '../../../kernel/json/read-json.ts'

/** Throws INVALID_INPUT above `maxBytes`, declared or received, or if the client disconnects. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (Number(length) > maxBytes)
    throw tooLarge(`The request body can be at most ${formatSize(maxBytes)}.`, maxBytes)
  // Node reads no more than the declared length, faster than the stream.
  if (length !== null && /^\d+$/.test(length)) return readDeclared(request)
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of streamBody(request)) {
    sizeBytes += part.length
    if (sizeBytes > maxBytes)
      throw tooLarge(`The request body can be at most ${formatSize(maxBytes)}.`, maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Returns {} for an empty body. Throws INVALID_INPUT with line and column, and with paths below `exact` ("/args") for
 * integers that parsing would round.
 */
export async function readJsonBody(
  request: Request,
  maxBytes: number,
  { exact = '' }: { exact?: string } = {},
): Promise<Json> {
  const bytes = await readBody(request, maxBytes)
  if (bytes.length === 0) return {}
  const text = decodeUtf8(bytes)
  const value = parseJsonText(text)
  const issues = lostDigits(text, exact)
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
  return value
}

/** Reads the body as text. Throws INVALID_INPUT as `readBody` does, and for invalid UTF-8. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return decodeUtf8(await readBody(request, maxBytes))
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { message: 'The request body is not UTF-8.', cause })
  }
}

/** Throws INVALID_INPUT if the client disconnects. */
async function* streamBody(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of request.body ?? []) yield part
  } catch (cause) {
    throw endedEarly(cause)
  }
}

async function readDeclared(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer())
  } catch (cause) {
    throw endedEarly(cause)
  }
}

function endedEarly(cause: unknown): AppError {
  return new AppError('INVALID_INPUT', { message: 'The request body ended unexpectedly.', cause })
}

function formatSize(bytes: number): string {
  const isLarge = bytes >= 1024 * 1024
  return isLarge ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} kB`
}

/**
 * Actions send JSON as text, because their encoding changes some values. Throws INVALID_INPUT with line and
 * column.
 */
export function parseJsonText(text: string): Json {
  const { value, fault } = readJson(text)
  if (fault) throw new AppError('INVALID_INPUT', { message: faultText(fault) })
  return value
}

/** 2,500 parameters fit into a URL and take 0.4 s. */
const MAX_QUERY_PARAMETERS = 200

export function refuseLongQuery(query: string): Response | null {
  if (query.split('&').length <= MAX_QUERY_PARAMETERS) return null
  const message = `The URL has more than ${MAX_QUERY_PARAMETERS} query parameters.`
  return refusalAsText(new AppError('INVALID_INPUT', { message }))
}

/** Returns the refusal as plain text, because the form of a page has sent the request. */
export function refusalAsText(thrown: unknown): Response {
  const error = toPublicError(thrown)
  const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store', connection: 'close' }
  return new Response(error.message, { status: httpStatus(error), headers })
}

/** The result of JSON.stringify for bytes or text, which generated clients send by mistake. */
const SERIALISED_BYTES = /^\s*(?:\{\s*\}\s*$|\{"0":|\{"type":"Buffer","data":\[|")/

const HEAD_BYTES = 64

/** Throws INVALID_INPUT for serialised bytes declared as JSON, and as `streamBody`. */
export async function* uploadBody(request: Request): AsyncGenerator<Uint8Array> {
  const body = streamBody(request)
  if (bareKind(request.headers.get('content-type') ?? '') !== 'application/json') {
    yield* body
    return
  }
  let head = Buffer.alloc(0)
  let isRead = false
  for await (const part of body) {
    if (isRead) yield part
    else head = Buffer.concat([head, part])
    if (isRead || head.length < HEAD_BYTES) continue
    isRead = true
    yield checked(head)
  }
  if (!isRead) yield checked(head)
}

function checked(head: Buffer): Buffer {
  if (!SERIALISED_BYTES.test(head.toString('latin1'))) return head
  const message =
    'The request body is declared as application/json and looks like bytes that the client serialised as JSON. Send the raw bytes with Content-Type: application/octet-stream.'
  throw new AppError('INVALID_INPUT', {
    message,
    issues: [{ path: '', keyword: 'contentType', message: 'must be raw bytes' }],
    suggestedAction: 'Send the raw bytes with Content-Type: application/octet-stream.',
  })
}
