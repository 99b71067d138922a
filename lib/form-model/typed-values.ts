/** Reads typed texts. Unreadable ones stay text, so that the contract refuses them and nothing is lost. */
import type { Json } from '../json/json.ts'
import { coercionsOf } from '../json-schema/inputs/readings.ts'
import type { FieldOption } from './field-options.ts'
import { parseTypedInput } from './typed-text/parse-typed-input.ts'

/** Returns the text if digits would be lost. */
export function readNumber(text: string): Json | undefined {
  return text.trim() === '' ? undefined : (coercionsOf(text, 'number')[0] ?? text)
}

export function readLooseJson(text: string): Json | undefined {
  return text.trim() === '' ? undefined : (parseTypedInput(text).value ?? text)
}

/** Matches a label. */
export function readOption(options: readonly FieldOption[], text: string): Json | undefined {
  if (text === '') return undefined
  const option = options.find(({ label }) => label === text)
  return option ? option.value : text
}

/** Matches a value or label; others may be typed. */
export function readChoice(options: readonly FieldOption[], text: string, kind: string): Json | undefined {
  if (text === '') return undefined
  const option = options.find(({ value, label }) => String(value) === text || label === text)
  if (option) return option.value
  return kind === 'number' || kind === 'integer' ? readNumber(text) : text
}
