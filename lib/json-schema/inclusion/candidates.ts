/** Candidate values reveal errors in proofs and often give a counterexample without one. */
import { isObject, type Json, type JsonSchema, sameText } from '../../kernel/json/json.ts'
import { FORMAT_EXAMPLES, hasAssertedFormat } from '../graph/schema-graph.ts'
import { resolveRef } from '../tree/schema-tree.ts'

const MAX_PER_PART = 24
const MAX_CANDIDATES = 240
const DEEPEST = 5
const MAX_VARIED_PROPERTIES = 60
const MAX_MERGED_MEMBERS = 40
// For all variants together.
const MAX_WRITTEN_NAMES = 20_000
const OF_EVERY_TYPE: Json[] = [null, true, 0, 1.5, 'a', '', [], {}]
const UNDECLARED = 'undeclared_name'

export function candidates(schema: JsonSchema): Json[] {
  return distinct(listCandidates(schema, schema, 0), MAX_CANDIDATES)
}

function listCandidates(schema: Json | undefined, root: JsonSchema, depth: number): Json[] {
  if (!isObject(schema) || depth > DEEPEST) return OF_EVERY_TYPE
  const below = (each: Json | undefined) =>
    distinct(listCandidates(each, root, depth + 1), depth === 0 ? MAX_CANDIDATES : MAX_PER_PART)
  const listed = [
    ...(Array.isArray(schema.enum) ? schema.enum : []),
    ...given(schema.const),
    ...given(schema.default),
  ]
  const examples = Array.isArray(schema.examples) ? schema.examples : []
  const members = ['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? schema[key] : [],
  )
  const referred = [schema.$ref, schema.$dynamicRef].flatMap((ref) =>
    typeof ref === 'string' ? given(resolveRef(root, ref)) : [],
  )
  const inside = [
    ...members,
    ...referred,
    ...['if', 'then', 'else', 'not'].flatMap((key) => given(schema[key])),
  ]
  const own = [...texts(schema), ...numbers(schema), ...lists(schema, below), ...objects(schema, below)]
  const parts = inside.map(below)
  return [...listed, ...examples, ...own, ...parts.flat(), ...mixed(own, parts), ...OF_EVERY_TYPE]
}

function given(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value]
}

function numbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): Json[] {
  const limits = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter(
    (each) => typeof each === 'number',
  )
  const around = limits.flatMap((each) => [each, each + 1, each - 1, each + 0.5, each - 0.5])
  const steps =
    typeof multipleOf === 'number' ? [multipleOf, multipleOf * 2, multipleOf * 3, multipleOf / 2] : []
  return [...around, ...steps]
}

const LONGEST = 300

function texts({ minLength, maxLength, format }: JsonSchema): Json[] {
  const lengths = [minLength, maxLength].filter(
    (each) => typeof each === 'number' && each < LONGEST,
  ) as number[]
  const sized = lengths.flatMap((each) => [each - 1, each, each + 1]).filter((each) => each >= 0)
  return [
    ...sized.map((each) => 'a'.repeat(each)),
    ...(hasAssertedFormat(format) ? FORMAT_EXAMPLES[format] : []),
  ]
}

type Below = (schema: Json | undefined) => Json[]

function lists({ prefixItems, items, contains, minItems, maxItems }: JsonSchema, below: Below): Json[] {
  const isSpoken = [prefixItems, items, contains, minItems, maxItems].some((each) => each !== undefined)
  if (!isSpoken) return []
  const prefix = Array.isArray(prefixItems) ? prefixItems : []
  const rest = [...(contains === undefined ? [] : below(contains)), ...below(items)]
  const first = prefix.map((each) => below(each)[0] ?? null)
  const lengths = [minItems, maxItems].filter((each) => typeof each === 'number' && each < 20) as number[]
  const sizes = [0, 1, 2, ...lengths.flatMap((each) => [each - 1, each, each + 1])].filter(
    (each) => each >= 0,
  )
  const sized = sizes.map((size) =>
    Array.from(
      { length: size },
      (_, at) => first[at] ?? rest[(at - first.length) % Math.max(1, rest.length)] ?? null,
    ),
  )
  const alike = sizes.map((size) => Array.from({ length: size }, (_, at) => first[at] ?? rest[0] ?? null))
  const varied = prefix.flatMap((each, at) => below(each).map((other) => first.with(at, other)))
  return [...sized, ...alike, ...varied, ...rest.map((each) => [...first, each])]
}

function objects(schema: JsonSchema, below: Below): Json[] {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const names = [...new Set([...Object.keys(properties), ...required])]
  const isSpoken =
    names.length > 0 ||
    ['additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'].some(
      (key) => schema[key] !== undefined,
    )
  if (!isSpoken) return []
  const values = new Map(
    names.map((name) => [name, below(Object.hasOwn(properties, name) ? properties[name] : true)]),
  )
  const pick = (some: readonly string[]) =>
    some.map((name): [string, Json] => [name, chooseBest(values.get(name))])
  const least = Object.fromEntries(pick(required))
  const all = Object.fromEntries(pick(names))
  const some = names.slice(0, Math.min(MAX_VARIED_PROPERTIES, MAX_WRITTEN_NAMES / names.length))
  const varied = some.flatMap((name) =>
    (values.get(name) ?? []).map((value) => ({ ...least, [name]: value })),
  )
  const lacking = some.map((name) => Object.fromEntries(pick(names.filter((each) => each !== name))))
  const extra = below(schema.additionalProperties)
    .slice(0, 8)
    .map((value) => ({ ...least, [UNDECLARED]: value }))
  return [least, all, ...lacking, ...extra, ...varied]
}

function chooseBest(values: readonly Json[] | undefined): Json {
  return values?.[0] ?? null
}

function mixed(own: readonly Json[], parts: readonly Json[][]): Json[] {
  const firsts = [own, ...parts].map((each) => each.filter(isObject).slice(0, 3))
  const [some = [], ...others] = firsts.filter((each) => each.length > 0)
  if (others.length > MAX_MERGED_MEMBERS)
    return [Object.fromEntries([some, ...others].flatMap(([first = {}]) => Object.entries(first)))]
  return others.reduce<Json[]>((made, next) => {
    const before = made.filter(isObject)
    return before.flatMap((one) => next.map((other) => ({ ...one, ...other }))).slice(0, 12)
  }, some)
}

function distinct(values: readonly Json[], max: number): Json[] {
  const found = new Map<string, Json>()
  for (const value of values) {
    if (found.size >= max) break
    const text = sameText(value)
    if (!found.has(text)) found.set(text, value)
  }
  return [...found.values()]
}
