/**
 * Why the references of a JSON Schema cannot be followed: outside, to nothing, or round in a circle.
 *
 * Ground; also in the browser. Source: specification "Contracts" §1, last paragraph.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { ROOT } from './engine.ts'
import { targetFinder } from './interpreter-references.ts'
import { resolveRef, walkSchema } from './schema-tree.ts'

/** One issue for each reference that leads nowhere, and for each schema on a way that leads back to itself. */
export function refuseReferences(schema: JsonSchema): Issue[] {
  const issues: Issue[] = []
  const refuse = (path: string, message: string) => issues.push({ path, keyword: '$ref', message })
  const ids = new Set<Json | undefined>()
  walkSchema(schema, ({ $id }) => ids.add($id))
  walkSchema(schema, (each, pointer) => {
    for (const keyword of ['$ref', '$dynamicRef']) {
      const ref = each[keyword]
      if (typeof ref !== 'string') continue
      if (!ref.startsWith('#')) {
        // An absolute reference to an $id of its own stays inside; Ajv has the last word on it.
        if (!ids.has(ref.split('#')[0]))
          refuse(`${pointer}/${keyword}`, `refers outside this schema, to ${ref}`)
      } else if (ids.size < 2) {
        const target = resolveRef(schema, ref)
        if (target === undefined) refuse(`${pointer}/${keyword}`, `points at nothing in this schema: ${ref}`)
        else if (!isObject(target) && typeof target !== 'boolean')
          refuse(`${pointer}/${keyword}`, `points at something that is no schema: ${ref}`)
      }
    }
    if (each.$dynamicRef !== undefined && [...ids].filter(Boolean).length > 1) {
      refuse(`${pointer}/$dynamicRef`, 'cannot be used in a schema with several $id')
    }
  })
  const { endless, isTooLong } = waysIn(schema)
  for (const pointer of endless) refuse(pointer, 'refers to itself without end')
  if (isTooLong)
    issues.push({
      path: '',
      keyword: 'compile',
      message: 'cannot be compiled: its references lead on too far',
    })
  return issues
}

// Whoever follows them goes a few calls deeper with each.
const LONGEST_WAY = 200

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']

/**
 * Where checking a value leads back to the same schema with the same value; and whether it may lead on from schema to
 * schema for longer than the engines can follow.
 */
function waysIn(root: JsonSchema): { endless: string[]; isTooLong: boolean } {
  const pointers = new Map<JsonSchema, string>()
  walkSchema(root, (each, pointer) => pointers.set(each, pointer))
  const nextOf = waysOn(root)
  const ways = new Map<JsonSchema, JsonSchema[]>()
  // A Map is walked to its end even while it grows: what is referred to may stand where no keyword leads.
  const open = new Set(pointers.keys())
  for (const each of open) {
    const next = nextOf(each)
    ways.set(each, next)
    for (const other of next) open.add(other)
  }
  const endless = [...onCircles(ways)].map((each) => pointers.get(each) ?? '')
  return { endless, isTooLong: endless.length === 0 && isLongerThan(LONGEST_WAY, ways) }
}

/** Step by step from everywhere at once: what is left after so many steps has a way that is as long. */
function isLongerThan(most: number, ways: ReadonlyMap<JsonSchema, JsonSchema[]>): boolean {
  let reached = new Set([...ways.values()].flat())
  for (let step = 1; step <= most && reached.size > 0; step++)
    reached = new Set([...reached].flatMap((each) => ways.get(each) ?? []))
  return reached.size > 0
}

/** What else a value is held against that is held against a schema: references, branches, conditions. */
function waysOn(root: JsonSchema): (schema: JsonSchema) => JsonSchema[] {
  const findTarget = targetFinder(root, ROOT)
  const targetOf = (holder: JsonSchema, ref: string) => {
    try {
      return findTarget(holder, ref)
    } catch {
      // Told of elsewhere.
      return undefined
    }
  }
  return (schema) => {
    const target = schema.$ref ?? schema.$dynamicRef
    const referred = typeof target === 'string' ? [targetOf(schema, target)] : []
    const inside = IN_PLACE.flatMap((keyword) => schema[keyword] ?? [])
    const dependent = isObject(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : []
    return [...referred, ...inside, ...dependent].filter((each) => isObject(each))
  }
}

/** What is left when everything that leads nowhere is taken away, and everything that nothing leads to. */
function onCircles(ways: ReadonlyMap<JsonSchema, JsonSchema[]>): Set<JsonSchema> {
  const back = new Map<JsonSchema, JsonSchema[]>([...ways.keys()].map((each) => [each, []]))
  for (const [from, next] of ways) for (const to of next) back.get(to)?.push(from)
  return withoutEnds(withoutEnds(new Set(ways.keys()), ways, back), back, ways)
}

function withoutEnds(
  all: Set<JsonSchema>,
  ways: ReadonlyMap<JsonSchema, JsonSchema[]>,
  back: ReadonlyMap<JsonSchema, JsonSchema[]>,
): Set<JsonSchema> {
  const left = new Set(all)
  const countOf = (each: JsonSchema) => ways.get(each)?.filter((next) => left.has(next)).length ?? 0
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
