/**
 * An edit is only accepted on the version it was made on. A late client receives the edits in between,
 * rebases its own (`@codemirror/collab`) and retries, so all clients converge. Offsets are UTF-16 code units.
 */
import { ChangeSet, Text } from '@codemirror/state'
import { AppError, tooLarge } from '../../kernel/errors.ts'
import { differingSpan } from '../../kernel/text/differing-span.ts'

/** `head` is the end of the selection where the cursor is. */
export type Selection = { anchor: number; head: number }

export type EditedText = Selection & { text: string; version: number }

const MAX_TEXT_CHARS = 1_500_000
/** More than replacing every word of a page; applying them takes a fifth of a second. */
export const MAX_PARTS = 20_000

/**
 * Applies successive changes and moves the selection. Throws INVALID_INPUT if they do not fit this text, make it too
 * long, or have more than `MAX_PARTS`.
 */
export function applyTextChanges(document: EditedText, changes: readonly unknown[]): EditedText {
  const parts = changes.reduce<number>((sum, json) => sum + (Array.isArray(json) ? json.length : 1), 0)
  if (parts > MAX_PARTS) throw tooManyParts()
  let text = toText(document.text)
  let { anchor, head } = document
  for (const json of changes) {
    const change = isChangeJson(json) ? tryOrUndefined(() => ChangeSet.fromJSON(json)) : undefined
    const changed = change?.length === text.length ? tryOrUndefined(() => change.apply(text)) : undefined
    if (!change || !changed) throw notOfThisText()
    text = changed
    anchor = change.mapPos(anchor, 1)
    head = change.mapPos(head, 1)
    if (text.length > MAX_TEXT_CHARS)
      throw tooLarge(`An open file can have at most ${MAX_TEXT_CHARS} characters.`, MAX_TEXT_CHARS)
  }
  // An edit may split a surrogate pair; the replacement has the same length.
  const sound = text.toString().toWellFormed()
  if (sound.includes('\0'))
    throw new AppError('INVALID_INPUT', { message: 'Text cannot contain NUL characters.' })
  return { text: sound, version: document.version + changes.length, anchor, head }
}

export function clampSelection({ anchor, head }: Selection, text: string): Selection {
  const clamp = (at: number) => Math.max(0, Math.min(at, text.length))
  return { anchor: clamp(anchor), head: clamp(head) }
}

/** A change contains lengths to keep, or [length to delete, …inserted lines]. The library does not validate it. */
function isChangeJson(json: unknown): boolean {
  return (
    Array.isArray(json) &&
    json.every((part: unknown) => {
      const [count, ...lines] = Array.isArray(part) ? part : [part]
      return Number.isSafeInteger(count) && count >= 0 && lines.every(isLine)
    })
  )
}

function isLine(line: unknown): boolean {
  return typeof line === 'string' && !line.includes('\n')
}

function tooManyParts(): AppError {
  return new AppError('INVALID_INPUT', {
    message: `An edit can change at most ${MAX_PARTS} parts of a text.`,
    suggestedAction: 'Make it in several steps, or replace the whole file.',
  })
}

function notOfThisText(): AppError {
  return new AppError('INVALID_INPUT', { message: 'These changes do not apply to the current text.' })
}

/** The library throws for changes that do not fit; its message is not for users. */
function tryOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Returns the smallest change from one text to the other, so that cursors keep their positions. */
export function changeBetween(before: string, after: string): ChangeSet {
  const { from, to, insert } = differingSpan(before, after)
  return ChangeSet.of({ from, to, insert: toText(insert) }, before.length)
}

/** Only "\n" separates lines, so that a lone "\r" is preserved. */
export function toText(text: string): Text {
  return Text.of(text.split('\n'))
}

/** A place in a text; line and character start at zero. */
export type Position = { line: number; ch: number }
export type EditorRange = { from: Position; to: Position }

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: countLineBreaks(before), ch: offset - lineStart }
}

/**
 * Returns the offset of a place: at most the end of its line, and never within a surrogate pair. Throws INVALID_INPUT
 * for a line that does
 * not exist.
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

export function toRange(text: string, { anchor, head }: Selection): EditorRange {
  return {
    from: positionAt(text, Math.min(anchor, head)),
    to: positionAt(text, Math.max(anchor, head)),
  }
}

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
  const message = `There is no line ${line}: the text has ${lines} ${lines === 1 ? 'line' : 'lines'}, numbered from 0.`
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] })
}
