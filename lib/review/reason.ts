/** What people write to each other at the desk, checked the same way everywhere. Floor 3, pure. */
import { isStorable } from '../contract/json/storable.ts'
import { AppError } from '../errors.ts'

/** About a page: long enough to explain, short enough to be read. */
const WORDS_MAX = 4_000

/** The text without the space around it. Throws INVALID_INPUT, naming `field`, when it is empty or too long. */
export function requireWords(text: string, field: string): string {
  const words = text.trim()
  if (words.length === 0) throw refusal(field, 'Write a sentence or two: the other side reads this.')
  return withinLimit(words, field)
}

/** The same for words that may be left out; empty when they are. */
export function optionalWords(text: string | undefined, field: string): string {
  return withinLimit((text ?? '').trim(), field)
}

function withinLimit(words: string, field: string): string {
  if (words.length > WORDS_MAX) throw refusal(field, `Keep it under ${WORDS_MAX} characters.`)
  if (!isStorable(words)) throw refusal(field, 'This contains characters that cannot be kept.')
  return words
}

function refusal(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path: `/${field}`, message }] })
}
