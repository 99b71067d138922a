/** What a person reads of types that do not fit. Ground; also in the browser. */

import { listed } from '../../document/listed.ts'
import type { Json } from '../../json/json.ts'
import { type PathPart, referenceText } from '../reference.ts'
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
export function kindWords(shape: Shape): string {
  const types = typesIn(shape)
  if (types.length === 0) return 'nothing'
  if (types.length === Object.keys(KINDS).length) return 'anything'
  return listed(
    types.map((type) => KINDS[type]),
    'or',
  )
}

const MOST_SHOWN = 80
const LONGEST_TEXT = 32

/** A value, no longer than a line takes. */
export function shortly(value: Json): string {
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'string' || each.length <= LONGEST_TEXT) return each
    return `${each.slice(0, 8)}… (${[...each].length} characters)`
  })
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

const MOST_NAMES = 8

/** What there is instead of what a reference asks for: "it gives path, content and etag". */
export function whatThereIs(from: Shape, part: PathPart): string {
  const names = fieldNames(from)
  const missing = referenceText({ of: 'local', name: 'x' }, [part]).slice('$x'.length).replace(/^\./, '')
  if (names.length === 0) return `there is no “${missing}” in ${kindWords(from)}`
  const more = names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : []
  return `there is no “${missing}”; there is ${listed([...names.slice(0, MOST_NAMES), ...more], 'and')}`
}
