/** Refuses external, unresolvable and cyclic references. See docs/spec/contracts.md §1. */
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { ROOT_URI } from '../evaluate/compiled-schema.ts'
import { targetFinder } from '../tree/find-target.ts'
import { resolveRef, walkSchema } from '../tree/schema-tree.ts'

export function checkReferences(schema: JsonSchema): Issue[] {
  const issues: Issue[] = []
  const refuse = (path: string, message: string) => issues.push({ path, keyword: '$ref', message })
  const ids = new Set<Json | undefined>()
  walkSchema(schema, ({ $id }) => ids.add($id))
  // The root is a resource even if it has no name.
  const resources = [...ids].filter(Boolean).length + (schema.$id ? 0 : 1)
  walkSchema(schema, (each, pointer) => {
    for (const keyword of ['$ref', '$dynamicRef']) {
      const ref = each[keyword]
      if (typeof ref !== 'string') continue
      if (!ref.startsWith('#')) {
        // Ajv resolves references to an inner $id.
        if (!ids.has(ref.split('#')[0]))
          refuse(`${pointer}/${keyword}`, `refers outside this schema, to ${ref}`)
      } else if (ids.size < 2) {
        const target = resolveRef(schema, ref)
        if (target === undefined)
          refuse(`${pointer}/${keyword}`, `does not resolve to anything in this schema: ${ref}`)
        else if (!isObject(target) && typeof target !== 'boolean')
          refuse(`${pointer}/${keyword}`, `resolves to something that is not a schema: ${ref}`)
      }
    }
    if (each.$dynamicRef !== undefined && resources > 1)
      refuse(
        `${pointer}/$dynamicRef`,
        'cannot be used where parts of the schema have an $id of their own: what it refers to would depend on the way it is reached',
      )
  })
  const { endless, isTooLong } = findReferenceFaults(schema)
  for (const pointer of endless) refuse(pointer, 'refers to itself endlessly')
  if (isTooLong)
    issues.push({
      path: '',
      keyword: 'compile',
      message: 'cannot be compiled: its references are nested too deeply',
    })
  return issues
}

// Engines recurse into each reference, so a longer chain would exceed the call stack.
const MAX_CHAIN_LENGTH = 200

const SAME_VALUE_KEYWORDS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']

/** Finds schemas that apply themselves to the same value, and too long chains. */
function findReferenceFaults(root: JsonSchema): { endless: string[]; isTooLong: boolean } {
  const pointers = new Map<JsonSchema, string>()
  walkSchema(root, (each, pointer) => pointers.set(each, pointer))
  const nextOf = successorsIn(root)
  const edges = new Map<JsonSchema, JsonSchema[]>()
  // A Map iterates entries added during the loop.
  const open = new Set(pointers.keys())
  for (const each of open) {
    const next = nextOf(each)
    edges.set(each, next)
    for (const other of next) open.add(other)
  }
  const endless = [...schemasOnCycles(edges)].map((each) => pointers.get(each) ?? '')
  return { endless, isTooLong: endless.length === 0 && isLongerThan(MAX_CHAIN_LENGTH, edges) }
}

function isLongerThan(maxLength: number, edges: ReadonlyMap<JsonSchema, JsonSchema[]>): boolean {
  let reached = new Set([...edges.values()].flat())
  for (let step = 1; step <= maxLength && reached.size > 0; step++)
    reached = new Set([...reached].flatMap((each) => edges.get(each) ?? []))
  return reached.size > 0
}

/** Follows `$ref`, branches and conditions. */
function successorsIn(root: JsonSchema): (schema: JsonSchema) => JsonSchema[] {
  const findTarget = targetFinder(root, ROOT_URI)
  const targetOf = (holder: JsonSchema, ref: string) => {
    try {
      return findTarget(holder, ref)
    } catch {
      return undefined
    }
  }
  return (schema) => {
    const target = schema.$ref ?? schema.$dynamicRef
    const referred = typeof target === 'string' ? [targetOf(schema, target)] : []
    const inside = SAME_VALUE_KEYWORDS.flatMap((keyword) => schema[keyword] ?? [])
    const dependent = isObject(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : []
    return [...referred, ...inside, ...dependent].filter((each) => isObject(each))
  }
}

/** Removes schemas that lead to no others, again and again, until only cycles are left. */
function schemasOnCycles(edges: ReadonlyMap<JsonSchema, JsonSchema[]>): Set<JsonSchema> {
  const back = new Map<JsonSchema, JsonSchema[]>([...edges.keys()].map((each) => [each, []]))
  for (const [from, next] of edges) for (const to of next) back.get(to)?.push(from)
  return withoutEnds(withoutEnds(new Set(edges.keys()), edges, back), back, edges)
}

function withoutEnds(
  all: Set<JsonSchema>,
  edges: ReadonlyMap<JsonSchema, JsonSchema[]>,
  back: ReadonlyMap<JsonSchema, JsonSchema[]>,
): Set<JsonSchema> {
  const left = new Set(all)
  const countOf = (each: JsonSchema) => edges.get(each)?.filter((next) => left.has(next)).length ?? 0
  const counts = new Map([...all].map((each) => [each, countOf(each)]))
  const ends = [...all].filter((each) => counts.get(each) === 0)
  for (let end = ends.pop(); end; end = ends.pop()) {
    left.delete(end)
    for (const from of back.get(end) ?? []) {
      if (!left.has(from)) continue
      const count = (counts.get(from) ?? 0) - 1
      counts.set(from, count)
      if (count === 0) ends.push(from)
    }
  }
  return left
}
