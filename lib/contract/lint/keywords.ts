/** Keywords in the notation a schema is written in: a field map says `min` where JSON Schema says `minimum`. Ground. */
import type { Json } from '../json/json.ts'
import type { Operation } from '../json/json-patch.ts'
import { toPointer } from '../json/json-pointer.ts'
import { typesOf } from '../schema/schema-tree.ts'
import type { FieldView, ObjectPart } from './object-part.ts'

const IN_MAP: Record<string, string | undefined> = { minimum: 'min', maximum: 'max' }

function keywordIn({ notation }: ObjectPart, keyword: string): string {
  return (notation === 'map' ? IN_MAP[keyword] : undefined) ?? keyword
}

/** What the field says under the keyword, in either notation. */
export function saidBy(field: FieldView, part: ObjectPart, keyword: string): Json | undefined {
  const key = keywordIn(part, keyword)
  return Object.hasOwn(field.schema, key) ? field.schema[key] : undefined
}

export function addKeyword(field: FieldView, part: ObjectPart, keyword: string, value: Json): Operation {
  return { op: 'add', path: field.pointer + toPointer([keywordIn(part, keyword)]), value }
}

/** True for a field of that type and no other, but for null. */
export function isOfType({ schema }: FieldView, ...types: string[]): boolean {
  const own = typesOf(schema).filter((type) => type !== 'null')
  return own.length > 0 && own.every((type) => types.includes(type))
}

/** True when its values are listed already. */
export function isListed({ schema }: FieldView): boolean {
  return Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')
}

// Nobody reads on; and what is searched for in it must not cost more than a moment, whatever stands there.
const MOST_DESCRIPTION = 1_000

/** What the field says of itself, on lines without needless space. */
export function descriptionOf({ schema }: Pick<FieldView, 'schema'>): string {
  const { description } = schema
  if (typeof description !== 'string') return ''
  return description
    .slice(0, MOST_DESCRIPTION)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

/** A value for one line of text. */
export function shown(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
