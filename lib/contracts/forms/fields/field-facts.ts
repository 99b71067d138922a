import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { flattenAllOf } from './branch-kinds.ts'
import { humanise, singular } from './field-labels.ts'
import type { FieldModel, FieldSlot } from './field-model.ts'

/** The nearest keywords win; not for validation. */
export function factsOf({ schemas }: Pick<FieldModel, 'schemas'>): JsonSchema {
  return Object.assign({}, ...schemas.toReversed())
}

type Named = { schemas: readonly Json[]; slot: FieldSlot; name: string; pointer: string }

/** Rows are numbered. A branch's title does not name the value. */
export function labelOf(contract: FormContract, { schemas, slot, name, pointer }: Named): string {
  const own = schemas.map((each) => (isObject(each) ? each.title : undefined)).find(isTitle)
  if (slot === 'root') return own ?? 'Input'
  if (slot === 'property' || slot === 'entry') return own ?? humanise(name)
  const number = Number(pointer.slice(pointer.lastIndexOf('/') + 1)) + 1
  const inner = schemas.flatMap((each) => flattenAllOf(contract, each)).map(({ title }) => title)
  const title = own ?? inner.find(isTitle)
  const item = singular(humanise(name))
  if (slot === 'position') return title ?? `${item} ${number}`
  return `${title ?? item} ${number}`
}

function isTitle(title: Json | undefined): title is string {
  return typeof title === 'string' && title.trim() !== ''
}

export function isSecretField({ format, writeOnly, 'x-secret': marked }: JsonSchema): boolean {
  return format === 'password' || writeOnly === true || marked === true
}

/** The text is the file's bytes. */
export function isFile({ format, contentEncoding }: JsonSchema): boolean {
  return format === 'data-url' || format === 'binary' || format === 'byte' || contentEncoding === 'base64'
}

export function isBlob({ format }: JsonSchema): boolean {
  return format === 'blob'
}

/** Returns whether a field needs the whole width. */
export function isWide(schemas: readonly Json[]): boolean {
  return !schemas.some((each) => {
    const { type, enum: options } = isObject(each) ? each : {}
    return options !== undefined || ['string', 'number', 'integer', 'boolean'].includes(String(type))
  })
}

/** Searches the field's name and texts. */
export function isFieldAbout(name: string, schemas: readonly Json[], wanted: string): boolean {
  const texts = schemas.flatMap((each) => (isObject(each) ? [each.title, each.description] : []))
  const words = [name, humanise(name), ...texts].join(' ').toLowerCase()
  return words.includes(wanted.trim().toLowerCase())
}
