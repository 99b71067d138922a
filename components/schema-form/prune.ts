/** From what a form holds to what it means: what was left empty is absent. */
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { declarationsOf, unconditional } from '#lib/contract/schema/schema-tree.ts'

type Held = Json | undefined | Held[] | { [key: string]: Held }

/** Drops undefined values, empty list rows, and optional objects in which nothing was filled in. */
export function prune(schema: JsonSchema, held: unknown): Json {
  return pruned(schema, schema, held as Held) ?? {}
}

function pruned(root: JsonSchema, schema: JsonSchema, held: Held): Json | undefined {
  if (Array.isArray(held)) {
    const itemSchema = unconditional(root, schema).find(({ items }) => isObject(items))?.items
    const items = held.map((item) => pruned(root, isObject(itemSchema) ? itemSchema : {}, item as Held))
    return items.filter((item) => item !== undefined)
  }
  if (!isObject(held)) return held as Json | undefined
  const required = new Set(
    unconditional(root, schema).flatMap((each) => (Array.isArray(each.required) ? each.required : [])),
  )
  const entries = Object.entries(held).flatMap(([key, value]) => {
    const [property = {}] = declarationsOf(root, schema, key)
    const kept = pruned(root, property, value)
    const isEmpty = isObject(kept) && Object.keys(kept).length === 0
    return kept === undefined || (isEmpty && !required.has(key)) ? [] : [[key, kept] as const]
  })
  return Object.fromEntries(entries)
}
