/**
 * Places in a text as `{line, ch}`, both from zero, as tools name them; inside they are offsets. Ground.
 *
 * Source: seed "Tool Input/Output Schema Conventions" §3.3; specification "First-party tools and plans", Editor.
 */
import { AppError } from '../../errors.ts'
import type { Selection } from './apply-changes.ts'

export type Position = { line: number; ch: number }
export type EditorRange = { from: Position; to: Position }

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: countLineBreaks(before), ch: offset - lineStart }
}

/**
 * The offset of a place. Past the end of a line is its end, as in every editor; never inside a surrogate pair.
 * Throws INVALID_INPUT for a line that is not there.
 */
export function offsetAt(text: string, { line, ch }: Position, path: string): number {
  let start = 0
  for (let at = 0; at < line; at += 1) {
    const next = text.indexOf('\n', start)
    if (next === -1) throw noSuchLine(line, at + 1, path)
    start = next + 1
  }
  const lineBreak = text.indexOf('\n', start)
  const end = lineBreak === -1 ? text.length : lineBreak
  const offset = Math.min(start + ch, end)
  return isInsidePair(text, offset) ? offset - 1 : offset
}

export function rangeOf(text: string, { anchor, head }: Selection): EditorRange {
  return {
    from: positionAt(text, Math.min(anchor, head)),
    to: positionAt(text, Math.max(anchor, head)),
  }
}

/** The blanks at the start of the line that `offset` is in, as far as they stand before it. */
export function indentAt(text: string, offset: number): string {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(before)?.[0] ?? ''
}

function countLineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function isInsidePair(text: string, offset: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, offset - 1), offset + 1))
}

function noSuchLine(line: number, lines: number, path: string): AppError {
  const message = `There is no line ${line}: the text has ${lines} ${lines === 1 ? 'line' : 'lines'}, counted from 0.`
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] })
}
