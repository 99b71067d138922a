import { createHash } from 'node:crypto'
import { digestOf } from '../kernel/json/digest-of.ts'
import type { Json } from '../kernel/json/json.ts'
import { countJsonValues } from './count-values.ts'

/** Larger bodies are compared byte by byte, and deeper JSON, too: reading them would take the host's time. */
const MAX_COMPARED_BYTES = 1024 * 1024
const MAX_COMPARED_DEPTH = 100

/**
 * Returns the SHA-256 of a request's body, in hex, by which it is found in a recording. JSON is compared as a value, and
 * multipart forms without their boundary, which is random; other bodies are compared byte by byte. Keeps at most 1 MiB.
 */
export function openBodyDigest(contentType = '') {
  const hash = createHash('sha256')
  let kept: Buffer[] = []
  let bytes = 0
  return {
    update(part: Buffer) {
      bytes += part.length
      hash.update(part)
      if (bytes <= MAX_COMPARED_BYTES) kept.push(part)
      else kept = []
    },
    end(): { bodyDigest: string; bodyBytes: number } {
      const bodyDigest =
        bytes <= MAX_COMPARED_BYTES ? digestBody(contentType, Buffer.concat(kept)) : hash.copy().digest('hex')
      return { bodyDigest, bodyBytes: bytes }
    },
  }
}

function digestBody(contentType: string, body: Buffer): string {
  const value = /^[^;]*\bjson\b/i.test(contentType) ? readJson(body.toString()) : undefined
  if (value !== undefined) return digestOf(value)
  const [, boundary = ''] = /^multipart\/[^;]+;.*\bboundary="?([^";]+)"?/i.exec(contentType) ?? []
  const bytes = boundary ? withoutBoundary(body, boundary) : body
  return createHash('sha256').update(bytes).digest('hex')
}

function readJson(text: string): Json | undefined {
  if (countJsonValues(text, MAX_COMPARED_DEPTH) === undefined) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function withoutBoundary(body: Buffer, boundary: string): Buffer {
  // One character is one byte, since parts may be binary.
  return Buffer.from(body.toString('latin1').replaceAll(`--${boundary}`, '--boundary'), 'latin1')
}
