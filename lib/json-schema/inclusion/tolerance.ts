/**
 * What does not count as a break: an added optional property, unless an input schema explicitly accepted other values
 * under that name. See docs/spec/contracts.md §6.
 */
import { isObject } from '../../kernel/json/json.ts'
import type { SchemaNode } from '../graph/schema-graph.ts'
import { type ClauseOption, type Goal, numberedNodes } from './clause.ts'

export type Tolerance = (wanted: readonly Goal[], isNew: boolean, options: ClauseOption[]) => ClauseOption[]

export const STRICT: Tolerance = (_, __, options) => options

/** Undeclared names are free for later use. */
export const FREE_NAMES: Tolerance = (wanted, isNew, options) =>
  withoutFreeNames(wanted, isNew, options, () => true)

/** The fields of composed objects are not known. */
export const FREE_NAMES_OF_ONE: Tolerance = (wanted, isNew, options) =>
  withoutFreeNames(wanted, isNew, options, ({ isComposed }) => !isComposed)

function withoutFreeNames(
  wanted: readonly Goal[],
  isNew: boolean,
  options: ClauseOption[],
  isList: (old: Mentioned) => boolean,
): ClauseOption[] {
  if (!isNew || !options.some(({ because }) => because && 'property' in because)) return options
  const old = wanted.filter((goal) => !goal.isNew).map(({ node }) => mentioned(node))
  const isOpen = old.some(({ names }) => names.size > 0) && !old.some(({ isSpoken }) => isSpoken)
  if (!isOpen || !old.every(isList)) return options
  return options.filter(({ because }) => {
    if (!because || !('property' in because)) return true
    return old.some(({ names }) => names.has(because.property))
  })
}

export const OPEN_ENDED: Tolerance = (_, isNew, options) =>
  isNew ? options.filter(({ because }) => !because || !('closed' in because)) : options

type Mentioned = { names: Set<string>; isSpoken: boolean; isComposed: boolean }

const NAMING = ['properties', 'dependentSchemas', 'dependencies']
const SPEAKING = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'propertyNames']
const remembered = new WeakMap<SchemaNode, Mentioned>()

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
    for (const [location, inside] of below) {
      const [keyword = ''] = location.split('/')
      if (NAMING.includes(keyword)) found.names.add(location.slice(keyword.length + 1))
      if (SPEAKING.includes(keyword)) found.isSpoken = true
      if (keyword === 'allOf' || keyword === '$ref') found.isComposed = true
      if (SAME_VALUE_KEYWORDS.includes(keyword)) visit(inside)
    }
    for (const inside of numberedNodes(each, '$ref')) visit(inside)
  }
  visit(node)
  remembered.set(node, found)
  return found
}

const SAME_VALUE_KEYWORDS = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]
