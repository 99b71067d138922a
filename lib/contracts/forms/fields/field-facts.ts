import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { flattenAllOf } from './branch-kinds.ts'
import { humanise, singular } from './field-labels.ts'
import type { FieldModel, FieldSlot } from './field-model.ts'

/**
 * Returns the keywords of all schemas of a field in one, the nearest first. Only for texts and controls: it does not
 * validate.
 */
export function mergeFacts({ schemas }: Pick<FieldModel, 'schemas'>): JsonSchema {
  return Object.assign({}, ...schemas.toReversed())
}

type Named = { schemas: readonly Json[]; slot: FieldSlot; name: string; pointer: string }

/**
 * Returns the label of a field: its title, else its name, or a number for a row. The title of a branch names the
 * branch, not the value.
 */
export function chooseLabel(contract: FormContract, { schemas, slot, name, pointer }: Named): string {
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

/** Returns the unit or currency in which a number is typed, "%" for a field that is named after percent. */
export function numberUnit(facts: JsonSchema, { label, name }: { label: string; name: string }) {
  const unit = facts['x-unit'] ?? facts.unit ?? facts['x-currency']
  if (typeof unit === 'string') return unit
  return /%|\bper ?cent\b/i.test(`${label} ${humanise(name)}`) ? '%' : undefined
}

export function isSecretField({ format, writeOnly, 'x-secret': marked }: JsonSchema): boolean {
  return format === 'password' || writeOnly === true || marked === true
}

/** Whether the text of the field is the bytes of a file. */
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

/** Whether the field's name or texts contain the word `wanted`. */
export function isFieldAbout(name: string, schemas: readonly Json[], wanted: string): boolean {
  const texts = schemas.flatMap((each) => (isObject(each) ? [each.title, each.description] : []))
  const words = [name, humanise(name), ...texts].join(' ').toLowerCase()
  return words.includes(wanted.trim().toLowerCase())
}
