/**
 * Reads what an isolate says, as attacker's bytes: bounded in all, one JSON text a line, each shaped by hand.
 *
 * A line that is not a frame is skipped: only the run's own code can have written it, and only its own run
 * reads it.
 */
import type { Json } from '../contract/json/json.ts'
import type { LogLine, ThrownError } from './sandbox.ts'
import { trimStack } from './trim-stack.ts'

export type Frame =
  | ({ kind: 'log' } & LogLine)
  | { kind: 'progress'; fraction: number; note: string }
  | { kind: 'returned'; value: Json }
  | { kind: 'threw'; error: ThrownError }
  | { kind: 'limit'; limit: 'wall' | 'memory' | 'output' }

/** More came than any honest run can say. */
export class TooMuchSaid extends Error {}

const LEVELS = new Set(['debug', 'info', 'log', 'warn', 'error'])
const LIMITS = new Set(['wall', 'memory', 'output'])
// The isolate's own bound is 200; a reader of this value may recurse.
const MAX_DEPTH = 250

export type FrameBounds = { totalBytes: number; lineBytes: number }

/** Yields frames as they come. Throws TooMuchSaid at the first byte beyond `bounds`. */
export async function* readFrames(chunks: AsyncIterable<Buffer>, bounds: FrameBounds): AsyncGenerator<Frame> {
  let bytes = 0
  let lineBytes = 0
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bounds.totalBytes) throw new TooMuchSaid()
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      if (lineBytes + end - from > bounds.lineBytes) throw new TooMuchSaid()
      const frame = parseFrame(Buffer.concat([...parts, chunk.subarray(from, end)]).toString())
      parts = []
      lineBytes = 0
      from = end + 1
      if (frame) yield frame
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
    lineBytes += chunk.length - from
  }
}

function parseFrame(line: string): Frame | undefined {
  if (isTooDeep(line)) return undefined
  try {
    const frame: unknown = JSON.parse(line)
    return typeof frame === 'object' && frame !== null
      ? shapeFrame(frame as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function shapeFrame(frame: Record<string, unknown>): Frame | undefined {
  switch (frame.kind) {
    case 'log':
      if (!LEVELS.has(frame.level as string)) return undefined
      return {
        kind: 'log',
        level: frame.level as LogLine['level'],
        text: text(frame.text, 8192),
        atMs: whole(frame.atMs),
      }
    case 'progress':
      return {
        kind: 'progress',
        fraction: Math.min(1, Math.max(0, number(frame.fraction))),
        note: text(frame.note, 200),
      }
    case 'returned':
      return 'value' in frame ? { kind: 'returned', value: frame.value as Json } : undefined
    case 'threw':
      return { kind: 'threw', error: shapeError((frame.error ?? {}) as Record<string, unknown>) }
    case 'limit':
      return LIMITS.has(frame.limit as string) ? { kind: 'limit', limit: frame.limit as 'wall' } : undefined
    default:
      return undefined
  }
}

function shapeError(error: Record<string, unknown>): ThrownError {
  const name = text(error.name, 100) || 'Error'
  const message = text(error.message, 4000)
  return {
    name,
    message,
    stack: trimStack({ name, message, stack: text(error.stack, 16_000) }),
    ...(typeof error.code === 'string' && { code: error.code.slice(0, 64) }),
    ...(typeof error.recoverable === 'boolean' && { recoverable: error.recoverable }),
    ...(typeof error.suggestedAction === 'string' && {
      suggestedAction: error.suggestedAction.slice(0, 500),
    }),
  }
}

const text = (value: unknown, maxChars: number) => (typeof value === 'string' ? value.slice(0, maxChars) : '')
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const whole = (value: unknown) => Math.max(0, Math.round(number(value)))

/** Counts brackets outside strings, without parsing: JSON.parse itself would survive, its readers would not. */
export function isTooDeep(line: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charCodeAt(at)
    if (inString) {
      if (char === 92) at += 1
      else if (char === 34) inString = false
    } else if (char === 34) inString = true
    else if (char === 91 || char === 123) depth += 1
    else if (char === 93 || char === 125) depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
