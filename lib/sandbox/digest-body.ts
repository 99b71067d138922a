import { createHash } from 'node:crypto'
import { digestOf } from '../kernel/json/digest-of.ts'
import type { Json } from '../kernel/json/json.ts'

/**
 * Returns the SHA-256 of a request's body, in hex, by which it is found in a recording. JSON is compared as a value, and
 * multipart forms without their boundary, which is random; other bodies are compared byte by byte.
 */
export function digestBody(contentType = '', body: Buffer): string {
  const value = /^[^;]*\bjson\b/i.test(contentType) ? readJson(body) : undefined
  if (value !== undefined) return digestOf(value)
  const [, boundary = ''] = /^multipart\/[^;]+;.*\bboundary="?([^";]+)"?/i.exec(contentType) ?? []
  const bytes = boundary ? withoutBoundary(body, boundary) : body
  return createHash('sha256').update(bytes).digest('hex')
}

function readJson(body: Buffer): Json | undefined {
  try {
    return JSON.parse(body.toString()) as Json
  } catch {
    return undefined
  }
}

function withoutBoundary(body: Buffer, boundary: string): Buffer {
  // One character is one byte, since parts may be binary.
  return Buffer.from(body.toString('latin1').replaceAll(`--${boundary}`, '--boundary'), 'latin1')
}
