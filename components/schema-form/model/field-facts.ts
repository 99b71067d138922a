/** What a contract tells the reader of one value: the nearest word of each kind counts. Pure. */
import { isObject, type Json, type JsonSchema } from '#lib/json/json.ts'
import { plainly } from './branch-kinds.ts'
import { humanise, singular } from './field-labels.ts'
import type { FieldModel } from './field-model.ts'
import type { FormContract } from './form-contract.ts'
import type { FieldSlot } from './form-schema.ts'

/** All keywords of all schemas of a spot as one, nearest first. For reading only: it accepts other values. */
export function factsOf({ schemas }: Pick<FieldModel, 'schemas'>): JsonSchema {
  return Object.assign({}, ...schemas.toReversed())
}

type Named = { schemas: readonly Json[]; slot: FieldSlot; name: string; pointer: string }

/** What a value is called. Rows are numbered; a branch's own title names the branch, not the value. */
export function labelOf(contract: FormContract, { schemas, slot, name, pointer }: Named): string {
  const own = schemas.map((each) => (isObject(each) ? each.title : undefined)).find(isTitle)
  if (slot === 'root') return own ?? 'Input'
  if (slot === 'property' || slot === 'entry') return own ?? humanise(name)
  const number = Number(pointer.slice(pointer.lastIndexOf('/') + 1)) + 1
  const inner = schemas.flatMap((each) => plainly(contract, each)).map(({ title }) => title)
  const title = own ?? inner.find(isTitle)
  if (slot === 'position') return title ?? `${singular(name)} ${number}`
  return `${title ?? singular(name)} ${number}`
}

function isTitle(title: Json | undefined): title is string {
  return typeof title === 'string' && title.trim() !== ''
}

export function isSecretField({ format, writeOnly, 'x-secret': marked }: JsonSchema): boolean {
  return format === 'password' || writeOnly === true || marked === true
}

/** A file, as a text that carries its bytes. */
export function isFile({ format, contentEncoding }: JsonSchema): boolean {
  return format === 'data-url' || format === 'binary' || format === 'byte' || contentEncoding === 'base64'
}

/** A file that is kept on its own: the value is its blob's id. */
export function isBlob({ format }: JsonSchema): boolean {
  return format === 'blob'
}
