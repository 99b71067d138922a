/** Reading what a browser or a program sends, and no more than that. Floor 4. */
import type { Json } from '../contract/json/json.ts'
import { lostDigits } from '../contract/json/lost-digits.ts'
import { AppError, tooLarge } from '../errors.ts'
import { parseJsonText } from './parse-json-text.ts'

/** The body's bytes. Throws INVALID_INPUT as soon as there are more than `maxBytes`, whatever its length claimed. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  // Leaving the loop by a throw cancels the stream: the rest is never read.
  for await (const part of request.body ?? []) {
    sizeBytes += part.length
    if (sizeBytes > maxBytes) throw tooLarge(`It can be at most ${sizeOf(maxBytes)}.`, maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * The body as JSON; no body at all is an empty object. Throws INVALID_INPUT, with line and column, for what is none,
 * and with places below `exact` ("/args") for whole numbers there whose digits parsing would drop.
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

/** The body as text. Throws INVALID_INPUT as `readBody`, and for what is no UTF-8. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return textOf(await readBody(request, maxBytes))
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    // The only thing that can go wrong here (Encoding Standard, “decode”).
    throw new AppError('INVALID_INPUT', { message: 'The body is not UTF-8.', cause })
  }
}

/** The body as it comes, for whoever counts it. Throws INVALID_INPUT when the caller goes away in the middle. */
export async function* streamBody(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of request.body ?? []) yield part
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { message: 'The body broke off before its end.', cause })
  }
}

function sizeOf(bytes: number): string {
  const isLarge = bytes >= 1024 * 1024
  return isLarge ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} kB`
}
