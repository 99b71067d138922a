/** Issues of an input as a form shows them: at the rows that the person sees, and in the order of the fields. */
import type { Issue } from '#lib/kernel/errors.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { pointerKeys, toPointer } from '#lib/kernel/json/json-pointer.ts'
import { readFieldModel } from '../fields/field-model.ts'
import { fieldSections } from '../fields/field-sections.ts'
import { listParts, objectParts } from '../fields/schema-parts.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { type FormValue, SKIPPED, toJsonValue } from '../values/form-value.ts'

/**
 * Returns the issues sorted by field. Paths of the input become those of the form, which also has rows that are empty
 * and not sent; a list that is missing because its rows are empty is an issue of the first one.
 */
export function shownIssues(
  contract: FormContract,
  formValue: FormValue,
  issues: readonly Issue[],
): readonly Issue[] {
  const placed = issues.map((issue) => ({ issue, ...placeIssue(contract, formValue, issue) }))
  return placed
    .sort((a, b) => compareOrders(a.order, b.order))
    .map(({ issue, path }) => ({ ...issue, path, message: withoutReason(issue) }))
}

/** `order` has the position of each step among its siblings. */
type Place = { path: string; order: readonly number[] }

function placeIssue(contract: FormContract, formValue: FormValue, { path, keyword }: Issue): Place {
  const keys: (string | number)[] = []
  const order: number[] = []
  let schemas: readonly Json[] = [contract.schema]
  let value = formValue
  for (const key of pointerKeys(path)) {
    const json = toJsonValue(value)
    const field = readFieldModel(contract, schemas, json)
    if (Array.isArray(value)) {
      const row = rowOf(value, Number(key))
      keys.push(row)
      order.push(row)
      schemas = listParts(field).schemasAt(row)
      value = value[row]
    } else {
      const { properties, schemasOf } = objectParts(field, json)
      const sections = fieldSections([...properties.keys()], properties)
      const position = sections.flatMap(({ names }) => names).indexOf(key)
      keys.push(key)
      order.push(position < 0 ? properties.size : position)
      schemas = properties.get(key) ?? schemasOf(key) ?? []
      value = isObject(value) && Object.hasOwn(value, key) ? (value[key] as FormValue) : undefined
    }
  }
  const hasOnlyEmptyRows = Array.isArray(value) && value.length > 0 && toJsonValue(value) === undefined
  if (keyword === 'required' && hasOnlyEmptyRows) keys.push(0)
  return { path: toPointer(keys), order }
}

/** Returns the position in the form of an item that is sent. */
function rowOf(rows: readonly FormValue[], index: number): number {
  const sent = [...rows.keys()].filter((row) => rows[row] === SKIPPED || toJsonValue(rows[row]) !== undefined)
  return sent[index] ?? index
}

function compareOrders(a: readonly number[], b: readonly number[]): number {
  for (const [index, position] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (position !== other) return position - other
  }
  return a.length - b.length
}

/** Programs need the reason, such as `(when kind is "person")`; a person has just chosen that kind. */
function withoutReason({ message, params }: Issue): string {
  const reason = ` (${params?.because})`
  return message.endsWith(reason) ? message.slice(0, -reason.length) : message
}
