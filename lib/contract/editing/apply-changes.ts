/**
 * Who is right about a text that several write at once: the one list of edits, in the order they were accepted. Ground.
 *
 * An edit names the version it was made on. It is accepted on that version only; whoever is late gets the edits in
 * between, moves their own over them (`@codemirror/collab`) and comes again. So every page and every tool ends with
 * the same text. Offsets are UTF-16 code units, as the editor counts.
 */
import { ChangeSet } from '@codemirror/state'
import { AppError, tooLarge } from '../../errors.ts'
import { textOf } from './change-between.ts'

/** A selection: `head` is where the cursor blinks. */
export type Selection = { anchor: number; head: number }

export type Edited = Selection & { text: string; version: number }

/** More than a person writes, and little enough to be sent on each keystroke of a slow line. */
const MAX_TEXT_CHARS = 1_500_000

/**
 * `document` after `changes`, which were made on its version one after the other; its selection moves along.
 * Throws INVALID_INPUT when they cannot have been made on this text, or make it too long.
 */
export function applyChanges(document: Edited, changes: readonly unknown[]): Edited {
  let text = textOf(document.text)
  let { anchor, head } = document
  for (const json of changes) {
    const change = isChangeJson(json) ? made(() => ChangeSet.fromJSON(json)) : undefined
    const changed = change?.length === text.length ? made(() => change.apply(text)) : undefined
    if (!change || !changed) throw notOfThisText()
    text = changed
    anchor = change.mapPos(anchor, 1)
    head = change.mapPos(head, 1)
  }
  if (text.length > MAX_TEXT_CHARS) {
    throw tooLarge(`An open text may have ${MAX_TEXT_CHARS} characters.`, MAX_TEXT_CHARS)
  }
  // Half a surrogate pair is what an edit through the middle of a sign leaves; the length stays the same.
  const sound = text.toString().toWellFormed()
  if (sound.includes('\0')) throw new AppError('INVALID_INPUT', { message: 'A text cannot contain NUL.' })
  return { text: sound, version: document.version + changes.length, anchor, head }
}

/** `selection` where the text has room for it. */
export function within({ anchor, head }: Selection, text: string): Selection {
  const clamp = (at: number) => Math.max(0, Math.min(at, text.length))
  return { anchor: clamp(anchor), head: clamp(head) }
}

/** Counts of what stays, and [count of what goes, …lines that come]; the library trusts what it reads. */
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

function notOfThisText(): AppError {
  return new AppError('INVALID_INPUT', { message: 'These changes were not made on this text.' })
}

function made<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    // The library's own words are for programmers.
    return undefined
  }
}
