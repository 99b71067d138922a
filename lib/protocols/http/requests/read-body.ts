import { bareKind } from '../../../blobs/blob-kind.ts'
import { AppError, httpStatus, tooLarge, toPublicError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { countTextValues, findExcess } from '../../../kernel/json/json-tokens.ts'
import { lostDigits } from '../../../kernel/json/lost-digits.ts'
import { faultText, readJson } from '../../../kernel/json/read-json.ts'
import { requireDecodableForm } from './action-references.ts'

/** Throws INVALID_INPUT above `maxBytes`, declared or received, or if the client disconnects. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (Number(length) > maxBytes)
    throw tooLarge(`The request body can be at most ${sizeOf(maxBytes)}.`, maxBytes)
  // Node reads no more than the declared length, faster than the stream.
  if (length !== null && /^\d+$/.test(length)) return readDeclared(request)
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of streamBody(request)) {
    sizeBytes += part.length
    if (sizeBytes > maxBytes) throw tooLarge(`The request body can be at most ${sizeOf(maxBytes)}.`, maxBytes)
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
  const text = textOf(bytes)
  const value = parseJsonText(text)
  const issues = lostDigits(text, exact)
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
  return value
}

/** Reads the body as text. Throws INVALID_INPUT as `readBody` does, and for invalid UTF-8. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return textOf(await readBody(request, maxBytes))
}

function textOf(bytes: Uint8Array): string {
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

function sizeOf(bytes: number): string {
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

const VISITOR_BYTES = 64 * 1024

/** The size of the encoded arguments of a run. */
const PERSON_BYTES = 2 * 1024 * 1024

/** The size of a document of 1 MB with escapes, as in `next.config.js`. */
const STUDIO_BYTES = 4 * 1024 * 1024

/** Next's decoder reads any size, and takes seconds for deep nesting. */
export function maxActionBytes(path: string, isSignedIn: boolean): number {
  if (!isSignedIn) return VISITOR_BYTES
  return /^\/publish(\/|$)/.test(path) ? STUDIO_BYTES : PERSON_BYTES
}

/** 2,500 parameters fit into a URL and take 0.4 s. */
const MAX_QUERY_PARAMETERS = 200

export function refuseLongQuery(query: string): Response | null {
  if (query.split('&').length <= MAX_QUERY_PARAMETERS) return null
  const message = `The URL has more than ${MAX_QUERY_PARAMETERS} query parameters.`
  return refusalAsText(new AppError('INVALID_INPUT', { message }))
}

/**
 * Next reads the values of an action one by one, on the thread that serves everyone, and before the action counts the
 * call: 600,000 empty lists take seconds. Pages send documents and inputs as text, so that no action needs more.
 */
export const MAX_ACTION_VALUES = 2_000

/** Returns null for an acceptable body. */
export async function refuseActionBody(request: Request, maxBytes: number): Promise<Response | null> {
  try {
    const bytes = await readBody(request, maxBytes)
    // Only brackets and quotes matter, so Latin-1 suffices.
    const text = Buffer.from(bytes).toString('latin1')
    const type = request.headers.get('content-type') ?? ''
    if (/^multipart\//i.test(type)) {
      requireFewParts(text, type)
      const form = await readFormData(bytes, type)
      requireFewValues(textsReadByReact(form))
      requireDecodableForm(form)
      return null
    }
    if (REFERENCE.test(text)) throw new AppError('INVALID_INPUT', { message: MISSING_PART })
    requireFewValues([text])
    if (/^text\/plain/i.test(type))
      requireArguments(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
    return null
  } catch (thrown) {
    return refusalAsText(thrown)
  }
}

/** Throws INVALID_INPUT for too many values in all texts together, and for deep nesting. */
function requireFewValues(texts: string[]): void {
  let left = MAX_ACTION_VALUES
  for (const text of texts) {
    const excess = findExcess(text, MAX_ACTION_VALUES)
    if (excess) throw new AppError('INVALID_INPUT', { message: `Invalid form data: ${excess.reason}.` })
    left -= countTextValues(text)
  }
  if (left >= 0) return
  const message = `Invalid form data: more than ${MAX_ACTION_VALUES.toLocaleString('en')} values.`
  throw new AppError('INVALID_INPUT', { message })
}

/** Limits the number of parts, because reading them takes time, too. Throws INVALID_INPUT. */
function requireFewParts(text: string, contentType: string): void {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = `--${quoted ?? plain}`
  let count = 0
  for (let at = text.indexOf(boundary); at !== -1; at = text.indexOf(boundary, at + boundary.length)) {
    count += 1
    if (count <= MAX_ACTION_VALUES) continue
    const message = `Invalid form data: more than ${MAX_ACTION_VALUES.toLocaleString('en')} fields.`
    throw new AppError('INVALID_INPUT', { message })
  }
}

/** Numbered parts hold arguments, and the others bound ones of a page without JavaScript. Fields stay texts. */
const READ_BY_REACT = /^(?:(?:\d+_)?[0-9a-f]+$|\$ACTION_)/

function textsReadByReact(form: FormData): string[] {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' && READ_BY_REACT.test(name) ? [value] : [],
  )
}

/** A reference to another part. React escapes "$" in texts; "$0" is the body. */
const REFERENCE = /(?<!\\)"\$(?:[@A-CE-SU-Za-mo-z][0-9a-f]+|[1-9a-f][0-9a-f]*)(?::[^"\\]*)?"(?!:)/
const MISSING_PART = 'Invalid form data: it refers to a part that was not sent.'

const BAD_INTEGER = /(?<!\\)"\$n(?!-?\d+")/

/** Requires the arguments to be a JSON list; Next answers 500 to anything else. */
function requireArguments(text: string): void {
  const { value } = readJson(text)
  if (Array.isArray(value) && !BAD_INTEGER.test(text)) return
  throw new AppError('INVALID_INPUT', { message: 'Invalid form data: the body is not a list of arguments.' })
}

/** Throws INVALID_INPUT where Next would answer 500. */
async function readFormData(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new AppError('INVALID_INPUT', {
      message: 'Invalid form data: the body is not multipart/form-data.',
    })
  }
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
