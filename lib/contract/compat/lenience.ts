/**
 * What a caller may be expected to bear: where pure acceptance would call every new property a break.
 *
 * Ground. Source: specification "Contracts" §6: an optional property added is no break, of an input unless the
 * old schema took other values under that name on purpose, of an output even where the list was complete.
 */
import { isObject } from '../json/json.ts'
import type { Goal, Option } from './clause.ts'
import { listed } from './clause-parts.ts'
import type { SchemaNode } from './schema-graph.ts'

/** Leaves out ways to break the version that is asked about which do not count. */
export type Lenience = (wanted: readonly Goal[], isNew: boolean, options: Option[]) => Option[]

export const STRICT: Lenience = (_, __, options) => options

/** An old open object that lists its fields says nothing of other names: those are free to be taken. */
export const FREE_NAMES: Lenience = (wanted, isNew, options) =>
  withoutFree(wanted, isNew, options, () => true)

/** The same, but not of an object that is put together from parts: whether such a list is the whole list is not said. */
export const FREE_NAMES_OF_ONE: Lenience = (wanted, isNew, options) =>
  withoutFree(wanted, isNew, options, ({ isComposed }) => !isComposed)

function withoutFree(
  wanted: readonly Goal[],
  isNew: boolean,
  options: Option[],
  isList: (old: Mentioned) => boolean,
): Option[] {
  if (!isNew || !options.some(({ because }) => because && 'property' in because)) return options
  const old = wanted.filter((goal) => !goal.isNew).map(({ node }) => mentioned(node))
  const isOpen = old.some(({ names }) => names.size > 0) && !old.some(({ isSpoken }) => isSpoken)
  if (!isOpen || !old.every(isList)) return options
  return options.filter(({ because }) => {
    if (!because || !('property' in because)) return true
    return old.some(({ names }) => names.has(because.property))
  })
}

/** The list of an old output may grow. */
export const OPEN_ENDED: Lenience = (_, isNew, options) =>
  isNew ? options.filter(({ because }) => !because || !('closed' in because)) : options

type Mentioned = { names: Set<string>; isSpoken: boolean; isComposed: boolean }

const NAMING = ['properties', 'dependentSchemas', 'dependencies']
const SPEAKING = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'propertyNames']
const remembered = new WeakMap<SchemaNode, Mentioned>()

/** The names that a schema mentions for the object itself, in whatever branch, and whether it speaks of all others. */
function mentioned(node: SchemaNode): Mentioned {
  const known = remembered.get(node)
  if (known) return known
  const found: Mentioned = { names: new Set(), isSpoken: false, isComposed: false }
  const seen = new Set<SchemaNode>()
  const visit = (each: SchemaNode) => {
    if (seen.has(each)) return
    seen.add(each)
    const { own, below } = each
    for (const name of [own.required ?? []].flat()) found.names.add(String(name))
    for (const dependent of [own.dependentRequired, own.dependencies]) {
      for (const [name, needed] of Object.entries(isObject(dependent) ? dependent : {}))
        for (const each of [name, needed].flat()) found.names.add(String(each))
    }
    for (const [place, inside] of below) {
      const [keyword = ''] = place.split('/')
      if (NAMING.includes(keyword)) found.names.add(place.slice(keyword.length + 1))
      if (SPEAKING.includes(keyword)) found.isSpoken = true
      if (keyword === 'allOf' || keyword === '$ref') found.isComposed = true
      if (IN_PLACE.includes(keyword)) visit(inside)
    }
    for (const inside of listed(each, '$ref')) visit(inside)
  }
  visit(node)
  remembered.set(node, found)
  return found
}

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies']
