import { unconditional } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../kernel/json/json-pointer.ts'

/**
 * Returns the place in the contract that a place of a value belongs to: items of lists, and fields that the schema does not
 * name, are `*`. So it has words of the contract only, and none of the value.
 */
export function toContractPath(root: JsonSchema, pointer: string): string {
  const path: string[] = []
  let at: Json[] = [root]
  for (const key of pointerKeys(pointer)) {
    const schemas = at.flatMap((schema) => listAlternatives(root, schema))
    const named = schemas.flatMap(({ properties }) =>
      isObject(properties) && Object.hasOwn(properties, key) ? [properties[key] ?? true] : [],
    )
    path.push(named.length > 0 ? key : '*')
    at = named.length > 0 ? named : schemas.flatMap(listMembers)
  }
  return toPointer(path)
}

/** Returns a schema with all that may apply beside it. */
function listAlternatives(root: JsonSchema, schema: Json): JsonSchema[] {
  const found = new Set<JsonSchema>()
  const open: Json[] = [schema]
  while (open.length > 0)
    for (const each of unconditional(root, open.pop())) {
      if (found.has(each)) continue
      found.add(each)
      for (const list of [each.oneOf, each.anyOf]) if (Array.isArray(list)) open.push(...list)
      for (const branch of [each.then, each.else]) if (isObject(branch)) open.push(branch)
    }
  return [...found]
}

/** Returns the schemas of items and of fields without a name. */
function listMembers({ items, prefixItems, additionalProperties, patternProperties }: JsonSchema): Json[] {
  return [
    ...[items, additionalProperties].filter((each) => isObject(each)),
    ...(Array.isArray(prefixItems) ? prefixItems : []),
    ...(isObject(patternProperties) ? Object.values(patternProperties) : []),
  ]
}
