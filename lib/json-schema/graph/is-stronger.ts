/**
 * Recognises a schema that has every rule of another one, and more. It proves nothing about rules that are written
 * differently, but takes no search: a schema with dozens of overlapping patterns is too much for the solver.
 */
import { type Json, sameText } from '../../kernel/json/json.ts'
import type { SchemaNode } from './schema-graph.ts'

/** Whether each rule of `weak` is in `strong`, as it is or stricter. False if unsure. */
export function isStronger(strong: SchemaNode, weak: SchemaNode): boolean {
  return new Comparison().isStronger(strong, weak)
}

/** Each one only adds a condition of its own, so a stricter part makes the whole stricter. */
const INDEPENDENT = [
  'properties',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependencies',
  'prefixItems',
]
/** Their meaning depends on others, so these must be the same too. */
const DEPENDENT: Record<string, readonly string[]> = {
  additionalProperties: ['properties', 'patternProperties'],
  items: ['prefixItems'],
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword
  then: ['if'],
  else: ['if'],
}
const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

class Comparison {
  /** A recursive type is compared with itself only once: what is assumed here is what the rest has to show. */
  private readonly assumed = new Set<string>()

  isStronger(strong: SchemaNode, weak: SchemaNode): boolean {
    if (strong === weak || strong.id === weak.id || weak.constant === true || strong.constant === false)
      return true
    if (weak.constant === false || strong.constant === true) return false
    const key = `${strong.id} ${weak.id}`
    if (this.assumed.has(key)) return true
    this.assumed.add(key)
    return (
      Object.entries(weak.own).every(([keyword, value]) => isStricter(keyword, strong.own[keyword], value)) &&
      hasSameCounts(strong, weak) &&
      this.hasAllParts(strong, weak)
    )
  }

  private hasAllParts(strong: SchemaNode, weak: SchemaNode): boolean {
    return [...weak.below].every(([location, part]) => {
      const [keyword = ''] = location.split('/')
      // What these judge depends on everything else.
      if (keyword.startsWith('unevaluated')) return false
      const counterpart = strong.below.get(location)
      if (keyword === '$ref' || keyword === 'allOf')
        return membersOf(strong).some((member) => this.isStronger(member, part))
      if (!counterpart) return part.constant === true && keyword in DEPENDENT
      if (keyword === 'anyOf') return isAsMany(strong, weak, keyword) && this.isStronger(counterpart, part)
      if (INDEPENDENT.includes(keyword)) return this.isStronger(counterpart, part)
      const others = DEPENDENT[keyword]
      if (!others) return counterpart.id === part.id && isAsMany(strong, weak, keyword)
      return others.every((each) => isSamePart(strong, weak, each)) && this.isStronger(counterpart, part)
    })
  }
}

function membersOf({ below }: SchemaNode): SchemaNode[] {
  return [...below].filter(([location]) => /^(\$ref|allOf)\//.test(location)).map(([, node]) => node)
}

function isStricter(keyword: string, strong: Json | undefined, weak: Json): boolean {
  if (strong === undefined) return false
  if (sameText(strong) === sameText(weak)) return true
  if (typeof strong === 'number' && typeof weak === 'number') {
    if (LEAST.includes(keyword)) return strong >= weak
    return MOST.includes(keyword) && strong <= weak
  }
  if (!Array.isArray(strong) || !Array.isArray(weak)) return false
  const isIn = (list: Json[], value: Json) => list.some((each) => sameText(each) === sameText(value))
  if (keyword === 'enum' || keyword === 'type') return strong.every((each) => isIn(weak, each))
  return keyword === 'required' && weak.every((each) => isIn(strong, each))
}

/** Without them, `contains` means one or more. */
function hasSameCounts(strong: SchemaNode, weak: SchemaNode): boolean {
  return (
    !weak.below.has('contains') ||
    ['minContains', 'maxContains'].every((keyword) => strong.own[keyword] === weak.own[keyword])
  )
}

function partsOf({ below }: SchemaNode, keyword: string): [location: string, node: SchemaNode][] {
  return [...below].filter(([location]) => location === keyword || location.startsWith(`${keyword}/`))
}

function isAsMany(strong: SchemaNode, weak: SchemaNode, keyword: string): boolean {
  return partsOf(strong, keyword).length === partsOf(weak, keyword).length
}

/** The names, patterns or positions, and for a condition its meaning. */
function isSamePart(strong: SchemaNode, weak: SchemaNode, keyword: string): boolean {
  const [one, other] = [partsOf(strong, keyword), new Map(partsOf(weak, keyword))]
  if (one.length !== other.size) return false
  return one.every(([location, node]) => {
    const counterpart = other.get(location)
    return counterpart !== undefined && (keyword !== 'if' || counterpart.id === node.id)
  })
}
