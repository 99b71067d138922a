/**
 * Reads the frames that an isolate sends, one JSON text per line. They are untrusted, so every field is checked and bounded.
 * Lines that are no frames are skipped: only the run's own code can have written them.
 */
import type { Json } from '../kernel/json/json.ts'
import { countJsonValues } from './count-values.ts'
import { DEFINITION_FILE } from './prepare-definition.ts'
import type { LogLine, ThrownError } from './sandbox.ts'

export type IsolateFrame =
  | ({ kind: 'log' } & LogLine)
  | { kind: 'progress'; fraction: number; note: string }
  | { kind: 'returned'; value: Json }
  | { kind: 'threw'; error: ThrownError }
  | { kind: 'part'; value: Json; bytes: number }
  | { kind: 'limit'; limit: 'wall' | 'memory' | 'output' | 'parts' }

/** What the frame of a part has besides its value. */
const PART_FRAME_BYTES = '{"kind":"part","value":}'.length

/** The isolate sent more than a valid run can. */
export class OutputLimitExceeded extends Error {}

const LEVELS = new Set(['debug', 'info', 'log', 'warn', 'error'])
const LIMITS = new Set(['wall', 'memory', 'output', 'parts'])
/** More than the isolate's own limit of 200, so that it is the one to explain itself. */
export const MAX_JSON_DEPTH = 250

/** `lines` counts all lines, also those that are no frames, because each costs time. */
export type FrameBounds = { totalBytes: number; lineBytes: number; lines: number }

/** Yields the frames of a response. Throws OutputLimitExceeded beyond `bounds`. */
export async function* readFrames(
  chunks: AsyncIterable<Buffer>,
  bounds: FrameBounds,
): AsyncGenerator<IsolateFrame> {
  let bytes = 0
  let lines = 0
  let lineBytes = 0
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bounds.totalBytes) throw new OutputLimitExceeded()
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      lines += 1
      if (lines > bounds.lines || lineBytes + end - from > bounds.lineBytes) throw new OutputLimitExceeded()
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

function parseFrame(line: string): IsolateFrame | undefined {
  if (countJsonValues(line, MAX_JSON_DEPTH) === undefined) return undefined
  try {
    const frame: unknown = JSON.parse(line)
    return typeof frame === 'object' && frame !== null
      ? shapeFrame(frame as Record<string, unknown>, line)
      : undefined
  } catch {
    return undefined
  }
}

function shapeFrame(frame: Record<string, unknown>, line: string): IsolateFrame | undefined {
  switch (frame.kind) {
    case 'log':
      if (!LEVELS.has(frame.level as string)) return undefined
      return {
        kind: 'log',
        level: frame.level as LogLine['level'],
        text: text(frame.text, 8192),
        atMs: wholeNumber(frame.atMs),
      }
    case 'progress':
      return {
        kind: 'progress',
        fraction: Math.min(1, Math.max(0, number(frame.fraction))),
        note: text(frame.note, 200),
      }
    case 'part':
      return 'value' in frame
        ? { kind: 'part', value: frame.value as Json, bytes: Buffer.byteLength(line) - PART_FRAME_BYTES }
        : undefined
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
    stack: [trimStack({ name, message, stack: text(error.stack, 16_000) }), ...relatedStacks(error.related)]
      .join('\n')
      .slice(0, MAX_STACK_CHARS),
    ...(typeof error.code === 'string' && { code: error.code.slice(0, 64) }),
    ...(typeof error.recoverable === 'boolean' && { recoverable: error.recoverable }),
    ...(typeof error.suggestedAction === 'string' && {
      suggestedAction: error.suggestedAction.slice(0, 500),
    }),
    ...(typeof error.retryAfter === 'number' && { retryAfter: error.retryAfter }),
    ...(typeof error.field === 'string' && { field: error.field.slice(0, 200) }),
  }
}

/** How an error led to another or belongs to it, by the kinds that the isolates send. */
const RELATIONS: Readonly<Record<string, string>> = {
  cause: 'Caused by',
  context: 'Raised while handling',
  error: 'Contains',
  suppressed: 'Suppressed',
  note: 'Note',
}

const MAX_RELATED = 10
const MAX_STACK_CHARS = 32_000

/** Returns a text for each related error, to be shown below the stack of the error itself. */
function relatedStacks(related: unknown): string[] {
  if (!Array.isArray(related)) return []
  return related.slice(0, MAX_RELATED).flatMap((each: Record<string, unknown> | null) => {
    const kind = text(each?.kind, 20)
    const label = Object.hasOwn(RELATIONS, kind) ? RELATIONS[kind] : undefined
    if (!label || !each) return []
    const message = text(each.message, 4000)
    if (kind === 'note') return [`${label}: ${message}`]
    const name = text(each.name, 100) || 'Error'
    const stack = trimStack({ name, message, stack: text(each.stack, 16_000) })
    return [stack.startsWith(TRACEBACK) ? `${label}:\n${stack}` : `${label}: ${stack}`]
  })
}

const text = (value: unknown, maxChars: number) => (typeof value === 'string' ? value.slice(0, maxChars) : '')
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const wholeNumber = (value: unknown) => Math.max(0, Math.round(number(value)))

const MAX_FRAMES = 20
const OWN_FRAME = new RegExp(
  `^\\s*at (?:[^()\\n]{1,200} \\()?${DEFINITION_FILE.replace('.', '\\.')}:\\d+:\\d+\\)?$`,
)

/** A built-in that called the publisher's code: "at Array.map (<anonymous>)". */
const BUILT_IN_FRAME = /^\s*at [\w.$<> []{1,200} \(<anonymous>\)$/

const TRACEBACK = 'Traceback (most recent call last):'

/** A frame of the publisher's own code; the line below it quotes the source. */
const OWN_PYTHON_FRAME = /^ {2}File "main\.py", line \d+, in .{1,200}$/
const QUOTED_LINE = /^ {4}.{0,400}$/

/** Returns "Name: message" and the publisher's frames. Drops everything else, since the code may have written the stack itself. */
export function trimStack({
  name,
  message,
  stack,
}: {
  name: string
  message: string
  stack: string
}): string {
  if (stack.startsWith(TRACEBACK)) return trimTraceback({ name, message, stack })
  const frames = stack.split('\n').filter((line) => OWN_FRAME.test(line) || BUILT_IN_FRAME.test(line))
  while (frames.length > 0 && !OWN_FRAME.test(frames.at(-1) ?? '')) frames.pop()
  return [`${name}: ${message}`, ...frames.slice(0, MAX_FRAMES)].join('\n')
}

function trimTraceback({ name, message, stack }: { name: string; message: string; stack: string }): string {
  let isOwn = false
  const frames = stack.split('\n').filter((line) => {
    if (!QUOTED_LINE.test(line)) isOwn = OWN_PYTHON_FRAME.test(line)
    return isOwn
  })
  const shown = frames.slice(-4 * MAX_FRAMES)
  return [...(shown.length > 0 ? [TRACEBACK, ...shown] : []), `${name}: ${message}`].join('\n')
}
