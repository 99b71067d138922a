/** Reads typed texts. Unreadable ones stay text, so that the contract refuses them and nothing is lost. */
import type { Json } from '../../../kernel/json/json.ts'
import type { FieldOption } from '../fields/field-options.ts'
import { parseTypedInput } from './parse-typed-input.ts'
import { readTypedNumber } from './typed-numbers.ts'

/** Returns the number that the text means, or the text itself if that is not certain. */
export function readNumber(text: string, options?: Parameters<typeof readTypedNumber>[1]): Json | undefined {
  return text.trim() === '' ? undefined : (readTypedNumber(text, options).value ?? text)
}

/** Returns the JSON that the text is, which may be null, or else the text itself. */
export function readLooseJson(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  const { value } = parseTypedInput(text)
  return value === undefined ? text : value
}

/** Returns the value of the option with this label. */
export function readOption(options: readonly FieldOption[], text: string): Json | undefined {
  if (text === '') return undefined
  const option = options.find(({ label }) => label === text)
  return option ? option.value : text
}

/**
 * Returns the value of the option with this value or label, or what was typed, because computed options may be
 * incomplete.
 */
export function readChoice(options: readonly FieldOption[], text: string, kind: string): Json | undefined {
  if (text === '') return undefined
  const option = options.find(({ value, label }) => String(value) === text || label === text)
  if (option) return option.value
  return kind === 'number' || kind === 'integer' ? readNumber(text) : text
}
