import { type Json, type JsonSchema, sameText } from '#lib/kernel/json/json.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { flattenAllOf } from './branch-kinds.ts'

export type FieldOption = { value: Json; label: string; description?: string }

/** Returns the values that a branch lists as `{const, title}` or `{enum}`; undefined if it lists none. */
export function listConstants(contract: FormContract, branch: JsonSchema): FieldOption[] | undefined {
  const schemas = flattenAllOf(contract, branch)
  if (
    schemas.some(
      (each) => each.properties !== undefined || each.oneOf !== undefined || each.anyOf !== undefined,
    )
  )
    return undefined
  const own = schemas.map(listed).find((each) => each !== undefined)
  const title = schemas.find((each) => typeof each.title === 'string')?.title
  const description = schemas.find((each) => typeof each.description === 'string')?.description
  if (own?.length !== 1) return own
  return own.map((option) => ({
    ...option,
    ...(typeof title === 'string' && { label: title }),
    ...(typeof description === 'string' && { description }),
  }))
}

/** Returns the options that all lists of the field's schemas contain; undefined if none has a list. */
export function intersectOptions(
  schemas: readonly JsonSchema[],
  more: readonly FieldOption[][],
): FieldOption[] | undefined {
  const lists = [...more, ...schemas.map(listed).filter((each) => each !== undefined)]
  const [first, ...others] = lists
  if (!first) return undefined
  const sets = others.map((list) => new Set(list.map(({ value }) => sameText(value))))
  const seen = new Set<string>()
  return first.filter(({ value }) => {
    const text = sameText(value)
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew && sets.every((set) => set.has(text))
  })
}

function listed(schema: JsonSchema): FieldOption[] | undefined {
  if (schema.const !== undefined) return [{ value: schema.const, label: labelFor(schema.const) }]
  if (!Array.isArray(schema.enum)) return undefined
  const names = [schema['x-enumNames'], schema.enumNames, schema['x-enum-varnames']].find(Array.isArray) ?? []
  return schema.enum.map((value, index) => {
    const name = names[index]
    return { value, label: typeof name === 'string' && name !== '' ? name : labelFor(value) }
  })
}

export function labelFor(value: Json): string {
  if (value === '') return '“” (empty text)'
  return typeof value === 'string' ? value : value === null ? 'Empty (null)' : JSON.stringify(value)
}
