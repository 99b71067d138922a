/** What the proxy checks of a body that is posted to a page, before Next decodes it for a server action. */
import { countTextValues, findExcess } from '../../../kernel/json/json-tokens.ts'
import {
  invalidFormError,
  requireDecodableFields,
  requireDecodableForm,
  requireDecodableText,
} from './action-encoding.ts'
import { readBody, refusalAsText } from './read-body.ts'

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

/**
 * Next reads the values of an action one by one, on the thread that serves everyone, and before the action counts the
 * call: 600,000 empty lists take seconds. Pages send documents and inputs as text, so that no action needs more.
 */
const MAX_ACTION_VALUES = 2_000

/** Returns null for an acceptable body, and the refusal for one that Next would answer with 500. */
export async function refuseActionBody(request: Request, maxBytes: number): Promise<Response | null> {
  try {
    const bytes = await readBody(request, maxBytes)
    const type = request.headers.get('content-type') ?? ''
    // With this header, Next decodes a body of any type that is not a form.
    const hasScripts = request.headers.has('next-action')
    if (/^multipart\//i.test(type)) await requireAcceptableForm(bytes, type, hasScripts)
    else requireAcceptableText(bytes, hasScripts)
    return null
  } catch (thrown) {
    return refusalAsText(thrown)
  }
}

function requireAcceptableText(bytes: Uint8Array, isDecoded: boolean): void {
  // Only brackets and quotes matter, so Latin-1 suffices.
  requireFewValues([Buffer.from(bytes).toString('latin1')])
  if (isDecoded) requireDecodableText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
}

async function requireAcceptableForm(bytes: Uint8Array, type: string, hasScripts: boolean): Promise<void> {
  const heads = headsOfParts(Buffer.from(bytes).toString('latin1'), type)
  const form = await readFormData(bytes, type)
  requireFewValues(textsReadByReact(form))
  if (!hasScripts) {
    requireDecodableFields(form)
    return
  }
  // Next takes only this for a form, and reads it with a parser of its own.
  if (!type.startsWith('multipart/form-data')) throw invalidFormError('the body is not multipart/form-data')
  if (!heads.every((head) => PART_OF_BROWSER.test(head))) throw invalidFormError('a part has unknown headers')
  requireDecodableForm(form)
}

/** Throws INVALID_INPUT for too many values in all texts together, and for deep nesting. */
function requireFewValues(texts: string[]): void {
  let left = MAX_ACTION_VALUES
  for (const text of texts) {
    const excess = findExcess(text, MAX_ACTION_VALUES)
    if (excess) throw invalidFormError(excess.reason)
    left -= countTextValues(text)
  }
  if (left < 0) throw invalidFormError(`more than ${MAX_ACTION_VALUES.toLocaleString('en')} values`)
}

/** As browsers write the headers of a part: of a field, or of a file. */
const PART_OF_BROWSER =
  /^\r\ncontent-disposition: form-data; name="[^"\r\n]*"(?:; filename="[^"\r\n]*"\r\ncontent-type: [^\r\n]*)?$/i

/**
 * Returns the headers of each part. Throws INVALID_INPUT for too many parts, because reading them takes time, too.
 */
function headsOfParts(text: string, contentType: string): string[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = `--${quoted ?? plain}`
  const heads: string[] = []
  for (let at = text.indexOf(boundary); at !== -1; at = text.indexOf(boundary, at + boundary.length)) {
    const start = at + boundary.length
    if (text.startsWith('--', start)) break
    heads.push(text.slice(start, text.indexOf('\r\n\r\n', start)))
    if (heads.length > MAX_ACTION_VALUES)
      throw invalidFormError(`more than ${MAX_ACTION_VALUES.toLocaleString('en')} fields`)
  }
  return heads
}

/** Numbered parts hold arguments, and the others bound ones of a page without JavaScript. Fields stay texts. */
const READ_BY_REACT = /^(?:\d+$|\$ACTION_)/

function textsReadByReact(form: FormData): string[] {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' && READ_BY_REACT.test(name) ? [value] : [],
  )
}

/** Throws INVALID_INPUT where Next would answer 500. */
async function readFormData(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw invalidFormError('the body is not multipart/form-data')
  }
}
