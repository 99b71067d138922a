import { listTypes } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import type { FormContract } from '../validation/form-contract.ts'

/** Resolves `$ref` and `allOf`. Ignores `oneOf`, `anyOf` and `if`, which depend on the value. */
export function flattenAllOf(contract: FormContract, start: Json | undefined): JsonSchema[] {
  const found = new Set<JsonSchema>()
  const collect = (each: Json | undefined) => {
    if (!isObject(each) || found.has(each)) return
    found.add(each)
    if (typeof each.$ref === 'string') collect(contract.target(each, each.$ref))
    if (Array.isArray(each.allOf)) each.allOf.forEach(collect)
  }
  collect(start)
  return [...found]
}

export function isNullOnly(contract: FormContract, branch: JsonSchema): boolean {
  return flattenAllOf(contract, branch).some(
    (each) =>
      listTypes(each).join() === 'null' || each.const === null || JSON.stringify(each.enum) === '[null]',
  )
}

// biome-ignore format: tables
const KEYWORDS_WITHOUT_FIELDS = ['required', 'not', 'title', 'description', '$comment', 'dependentRequired', 'minProperties', 'maxProperties',
  'deprecated', 'countChoice', 'safeInteger']

/** Whether a branch only validates ("one of these is required"), so that choosing it changes no field. */
export function addsNoFields(
  contract: FormContract,
  branch: JsonSchema,
  around: readonly JsonSchema[],
): boolean {
  const declared = new Set(
    around.flatMap(({ properties }) => Object.keys(isObject(properties) ? properties : {})),
  )
  const types = new Set(around.flatMap(listTypes))
  return flattenAllOf(contract, branch).every((each) =>
    Object.entries(each).every(([keyword, value]) => {
      if (KEYWORDS_WITHOUT_FIELDS.includes(keyword) || keyword.startsWith('x-')) return true
      if (keyword === 'type') return listTypes(each).every((type) => types.has(type))
      if (keyword !== 'properties' || !isObject(value)) return false
      return Object.entries(value).every(
        ([name, property]) => declared.has(name) && !isDiscriminator(property),
      )
    }),
  )
}

/** Whether a property is a constant, which identifies its branch. */
function isDiscriminator(property: Json): boolean {
  return isObject(property) && (property.const !== undefined || property.enum !== undefined)
}
