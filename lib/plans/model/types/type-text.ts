import type { Json } from '../../../kernel/json/json.ts'
import { formatList } from '../../../kernel/text/format.ts'
import { type PathPart, referenceText } from '../document/reference.ts'
import { typesIn } from './fit.ts'
import { fieldNames } from './part-of.ts'
import type { Shape } from './shape.ts'

const KINDS = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'an object',
} as const

/** "text", "a number or null", "anything" */
export function typesText(shape: Shape): string {
  const types = typesIn(shape)
  if (types.length === 0) return 'nothing'
  if (types.length === Object.keys(KINDS).length) return 'anything'
  return formatList(
    types.map((type) => KINDS[type]),
    'or',
  )
}

const MAX_SHOWN_CHARS = 80
const LONGEST_TEXT = 32

export function shortJson(value: Json): string {
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'string' || each.length <= LONGEST_TEXT) return each
    return `${each.slice(0, 8)}… (${[...each].length} characters)`
  })
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
}

const MAX_NAMES = 8

/** "there is no “x”; there is path, content and etag" */
export function describeMissingField(from: Shape, part: PathPart): string {
  const names = fieldNames(from)
  const missing = referenceText({ kind: 'local', name: 'x' }, [part]).slice('$x'.length).replace(/^\./, '')
  if (names.length === 0) return `there is no “${missing}” in ${typesText(from)}`
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : []
  return `there is no “${missing}”, only ${formatList([...names.slice(0, MAX_NAMES), ...more], 'and')}`
}
