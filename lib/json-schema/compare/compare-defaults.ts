/**
 * Finds defaults that changed, wherever the validator fills them in: `Filler` in `../inputs/defaults.ts` decides, and
 * this file visits the same parts. A default that makes an input acceptable belongs to what the schema accepts, so an
 * input that only the earlier schema completes to a valid one is a break. See docs/spec/contracts.md §2 and §6.
 */
import { isObject, type Json, type JsonSchema, sameText } from '../../kernel/json/json.ts'
import { toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import type { Compiled } from '../evaluate/compiled-schema.ts'
import { interpretSchema } from '../evaluate/interpreter.ts'
import { candidates } from '../inclusion/candidates.ts'
import { isFound } from '../inclusion/contradictions.ts'
import { type Acceptance, checkAcceptance, type Direction, goal, SchemaPair } from '../inclusion/inclusion.ts'
import { FREE_NAMES, STRICT } from '../inclusion/tolerance.ts'
import { prepareCompiledInput } from '../inputs/prepare-compiled-input.ts'
import { WorkBudgetError, workedMs } from '../limits/work-budget.ts'
import { mapSchema, unconditional, walkSchema } from '../tree/schema-tree.ts'
import { lifted } from './counterexamples.ts'
import type { Difference, DifferenceLocation, PathStep } from './difference.ts'

/**
 * Adds the changed defaults to `found`, which already has those of unconditional parts. A difference whose `less` is
 * true refuses callers who leave the field out.
 */
export function withDefaults(
  pair: SchemaPair,
  direction: Direction,
  found: readonly Difference[],
): Difference[] {
  const changes = changedDefaults(pair)
  if (changes.length === 0) return [...found]
  const judge = direction === 'input' ? new DefaultJudge(pair) : undefined
  const differences = [...found]
  for (const change of changes) {
    const refusal = judge?.refusalBy(change)
    // Without the field on both sides, the field itself is the change, and it has been reported.
    if (!refusal && !change.isDeclaredTwice) continue
    const known = differences.findIndex(
      ({ kind, path }) => kind === 'default' && JSON.stringify(path) === JSON.stringify(change.path),
    )
    const difference: Difference = {
      ...(known >= 0 ? (differences[known] as Difference) : toDifference(change)),
      ...(refusal && { less: true, ...refusal }),
    }
    if (known >= 0) differences[known] = difference
    else differences.push(difference)
  }
  return differences
}

function toDifference({ was, kind: is, location }: DefaultChange): Difference {
  return {
    kind: 'default',
    ...location,
    more: false,
    less: false,
    ...(was !== undefined && { before: was }),
    ...(is !== undefined && { after: is }),
  }
}

/** A field, at a place in the value and under conditions, with the default that the validator would fill in. */
type Site = {
  place: string
  conditions: string
  location: DifferenceLocation
  value: Json | undefined
  isRequired: boolean
  /** False for a name that is required without being declared. */
  isDeclared: boolean
}

type DefaultChange = {
  location: DifferenceLocation
  path: readonly PathStep[]
  was: Json | undefined
  kind: Json | undefined
  isDeclaredTwice: boolean
  /** Then `location.pointer` is one of the later schema. */
  isDeclaredAfter: boolean
  /** The later schema requires the field where the earlier one filled it in, and nothing fills it in now. */
  isMissed: boolean
}

function changedDefaults(pair: SchemaPair): DefaultChange[] {
  const { before, after } = pair.roots
  if (!hasDefaults(before) && !hasDefaults(after)) return []
  const sites = collectBoth(pair)
  const [old, now] = [bySite(sites.before), bySite(sites.after)]
  const changes: [was: Site | undefined, is: Site | undefined][] = []
  for (const [key, was] of old) {
    const is = now.get(key)
    if (is && isFilledAlike(was, is)) continue
    if (is && (was.value !== undefined || is.value !== undefined)) changes.push([was, is])
  }
  // A branch that changed has another name, and a rule may have moved, so these are compared by place alone.
  const gone = [...old].flatMap(([key, site]) => (now.has(key) || site.value === undefined ? [] : [site]))
  const fresh = [...now].flatMap(([key, site]) => (old.has(key) || site.value === undefined ? [] : [site]))
  for (const was of gone) {
    const same = fresh.findIndex((is) => is.place === was.place && isFilledAlike(was, is))
    const at = same >= 0 ? same : fresh.findIndex((is) => is.place === was.place)
    const [is] = at >= 0 ? fresh.splice(at, 1) : []
    if (same < 0) changes.push([was, is])
  }
  for (const is of fresh) changes.push([undefined, is])
  const placesOf = (all: readonly Site[]) =>
    new Set(all.flatMap((each) => (each.isDeclared ? [each.place] : [])))
  const places = { before: placesOf(sites.before), after: placesOf(sites.after) }
  const distinct = new Map<string, DefaultChange>()
  for (const [was, is] of changes) {
    const site = (is?.isDeclared ? is : (was ?? is)) as Site
    const { place, location } = site
    // A default that always applies hides those of conditions.
    if (site.conditions !== '' && isAlwaysFilledAlike(place, old, now)) continue
    distinct.set(`${location.pointer} ${sameText([was?.value ?? 'none', is?.value ?? 'none'])}`, {
      location,
      path: location.path,
      was: was?.value,
      kind: is?.value,
      isDeclaredTwice: places.before.has(place) && places.after.has(place),
      isDeclaredAfter: is?.isDeclared === true,
      isMissed:
        was?.value !== undefined &&
        !sites.after.some((each) => each.place === place && each.value !== undefined) &&
        sites.after.some(
          (each) => each.place === place && each.isRequired && was.conditions.startsWith(each.conditions),
        ),
    })
  }
  return [...distinct.values()]
}

function isFilledAlike(was: Site, is: Site): boolean {
  if (was.value === undefined || is.value === undefined) return was.value === is.value
  return sameText(was.value) === sameText(is.value)
}

function isAlwaysFilledAlike(place: string, old: SitesByKey, now: SitesByKey): boolean {
  const [was, is] = [old.get(`${place} `), now.get(`${place} `)]
  return was?.value !== undefined && is?.value !== undefined && isFilledAlike(was, is)
}

type SitesByKey = ReadonlyMap<string, Site>

/** The first default of a place is filled in, so later ones have no effect. */
function bySite(sites: readonly Site[]): Map<string, Site> {
  const found = new Map<string, Site>()
  for (const site of sites) {
    const key = `${site.place} ${site.conditions}`
    const known = found.get(key)
    if (!known || (known.value === undefined && site.value !== undefined)) found.set(key, site)
  }
  return found
}

function hasDefaults(root: JsonSchema): boolean {
  let isSeen = false
  walkSchema(root, (each) => {
    isSeen ||= each.default !== undefined
  })
  return isSeen
}

// References that double at every step lead to one field in exponentially many ways.
const MAX_VISITS = 5_000

function collectBoth(pair: SchemaPair): { before: Site[]; after: Site[] } {
  for (const visitsOnce of [false, true]) {
    const [before, after] = (['before', 'after'] as const).map((side) => collect(pair, side, visitsOnce))
    if (before && after) return { before, after }
  }
  return { before: [], after: [] }
}

/** Returns null after too many visits. */
function collect(pair: SchemaPair, side: 'before' | 'after', visitsOnce: boolean): Site[] | null {
  const root = pair.roots[side]
  const pointers = new Map<Json, string>()
  walkSchema(root, (schema, pointer) => pointers.set(schema, pointer))
  const nameOf = (schema: Json) => pair.nodeOf(side, schema).id
  const sites: Site[] = []
  const seen = new Set<JsonSchema>()
  let visits = 0

  function visit(schema: Json | undefined, at: Place, chain: readonly JsonSchema[]): void {
    const members = unconditional(root, schema)
    const isRequired = (name: string) =>
      members.some(({ required }) => Array.isArray(required) && required.includes(name))
    for (const name of new Set(
      members.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
    )) {
      if (typeof name !== 'string' || members.some((each) => Object.hasOwn(mapOf(each.properties), name)))
        continue
      const { key: place, conditions, location } = inside(at, { property: name }, `p${name}`)
      sites.push({ place, conditions, location, value: undefined, isRequired: true, isDeclared: false })
    }
    for (const member of members) {
      if (chain.includes(member) || (visitsOnce && seen.has(member)) || ++visits > MAX_VISITS) continue
      seen.add(member)
      const below = [...chain, member]
      const pointer = pointers.get(member) ?? at.location.pointer
      for (const [name, property] of Object.entries(mapOf(member.properties))) {
        const place = inside(at, { property: name }, `p${name}`)
        const declared = pointers.get(property) ?? pointer + toPointer(['properties', name])
        const value = unconditional(root, property).find((each) => each.default !== undefined)?.default
        sites.push({
          place: place.key,
          conditions: place.conditions,
          location: { ...place.location, pointer: `${declared}/default` },
          value,
          isRequired: isRequired(name),
          isDeclared: true,
        })
        visit(property, place, below)
      }
      for (const [pattern, each] of Object.entries(mapOf(member.patternProperties)))
        visit(each, inside(at, { someProperty: true }, `m${pattern}`), below)
      visit(member.additionalProperties, inside(at, { someProperty: true }, '+'), below)
      const first = Array.isArray(member.prefixItems) ? member.prefixItems : []
      for (const [index, each] of first.entries())
        visit(each, inside(at, { item: index }, `i${index}`), below)
      visit(member.items, inside(at, { someItem: true }, '*'), below)
      if (isObject(member.if)) {
        visit(member.then, under(at, `then ${nameOf(member.if)}`), below)
        visit(member.else, under(at, `else ${nameOf(member.if)}`), below)
      }
      for (const [name, each] of Object.entries(mapOf(member.dependentSchemas)))
        visit(each, under(at, `with ${name}`), below)
      for (const keyword of ['oneOf', 'anyOf'])
        for (const branch of Array.isArray(member[keyword]) ? member[keyword] : [])
          visit(branch, under(at, `${keyword} ${nameOf(branch)}`), below)
    }
  }

  visit(root, { key: '', conditions: '', location: { pointer: '', field: '', path: [] } }, [])
  return visits > MAX_VISITS ? null : sites
}

type Place = { key: string; conditions: string; location: DifferenceLocation }

function inside(at: Place, step: PathStep, key: string): Place {
  const { field, path } = at.location
  const named =
    'property' in step
      ? `${field}${field === '' ? '' : '.'}${step.property}`
      : 'item' in step
        ? `${field}[${step.item}]`
        : 'someItem' in step
          ? `${field}[]`
          : `${field}${field === '' ? '' : '.'}*`
  return {
    key: `${at.key}${toPointer([key])}`,
    conditions: at.conditions,
    location: { pointer: at.location.pointer, field: named, path: [...path, step] },
  }
}

function under(at: Place, condition: string): Place {
  return { ...at, conditions: `${at.conditions}${toPointer([`${at.key}?${condition}`])}` }
}

function mapOf(value: Json | undefined): JsonSchema {
  return isObject(value) ? value : {}
}

/**
 * Finds an input that is now refused although no difference says so: because the later schema fills in every field that
 * is newly required, or because what it fills in does not fit. Returns undefined if none is found.
 */
export function refusedDespiteDefaults(pair: SchemaPair, acceptance: Acceptance): Json | undefined {
  const { before, after } = pair.roots
  if (!hasDefaults(before) && !hasDefaults(after)) return undefined
  return (
    tryOrNull(() => {
      const lenient = withoutFilled(after)
      const [was, is, leaves] = [before, after, lenient].map((each) => interpretSchema(each))
      const isRefused = (sent: Json) =>
        was !== undefined &&
        is !== undefined &&
        prepareCompiledInput(was, sent).issues.length === 0 &&
        prepareCompiledInput(is, sent).issues.length > 0
      const tried = candidates(before).slice(0, MAX_TRIED)
      const found = tried.find((sent) => leaves?.accepts(sent) && isRefused(sent))
      if (found !== undefined || acceptance.kind !== 'broken') return found
      const rest = checkAcceptance(new SchemaPair(before, lenient), 'input', FREE_NAMES)
      return rest.kind === 'broken' && isRefused(rest.counterexample) ? rest.counterexample : undefined
    }) ?? undefined
  )
}

/** Leaves out the requirement of fields that have a default anywhere. */
function withoutFilled(root: JsonSchema): JsonSchema {
  const filled = new Set<Json>()
  walkSchema(root, ({ properties }) => {
    for (const [name, property] of Object.entries(mapOf(properties)))
      if (unconditional(root, property).some((each) => each.default !== undefined)) filled.add(name)
  })
  return mapSchema(root, (each) =>
    Array.isArray(each.required)
      ? { ...each, required: each.required.filter((name) => !filled.has(name)) }
      : each,
  )
}

type Refusal = { counterexample?: Json }

// Each search takes up to some tens of milliseconds.
const MAX_SEARCHES = 20
const MAX_JUDGE_MS = 1_000

/** Decides by the validator itself whether callers who relied on a default are refused. */
class DefaultJudge {
  private readonly pair: SchemaPair
  private readonly compiled: { before: Compiled; after: Compiled } | null
  private readonly untilMs = workedMs() + MAX_JUDGE_MS
  private readonly restored = new Map<DefaultChange, Compiled>()
  private searches = 0

  constructor(pair: SchemaPair) {
    this.pair = pair
    this.compiled = tryOrNull(() => ({
      before: interpretSchema(pair.roots.before),
      after: interpretSchema(pair.roots.after),
    }))
  }

  /** Returns undefined if callers are not refused. Without a counterexample, the schema itself says so. */
  refusalBy(change: DefaultChange): Refusal | undefined {
    if (!change.isMissed && !canDemand(this.pair.roots.after, change.path)) return undefined
    if (this.compiled && ++this.searches <= MAX_SEARCHES && workedMs() < this.untilMs) {
      const counterexample = tryOrNull(() => this.findRefused(change))
      if (counterexample !== null && counterexample !== undefined) return { counterexample }
    }
    return change.isMissed ? {} : undefined
  }

  private findRefused(change: DefaultChange): Json | undefined {
    for (const complete of this.complete(change)) {
      for (const length of change.path.keys()) {
        const path = change.path.slice(0, change.path.length - length)
        if (!('property' in (path.at(-1) ?? {}))) continue
        const sent = without(complete, path)
        if (this.isNowRefused(sent) && this.isCause(change, sent)) return sent
      }
    }
    return undefined
  }

  /** Yields values that the earlier schema accepts, in which the field has its default. */
  private *complete({ path, was }: DefaultChange): Generator<Json> {
    const { pair } = this
    const last = path.at(-1)
    if (was !== undefined && last && 'property' in last) {
      const holdsDefault = lifted(pair, path, [pair.graph.fresh({ enum: [was] })])
      const lacking = lackingProperty(pair.roots.after, last.property)
      const goals = [goal(pair.before, true), ...(holdsDefault ? [goal(holdsDefault, true)] : [])]
      const refused = { ...goal(pair.graph.nodeOf(lacking, lacking), false), isNew: true }
      // Values that the later schema takes with the default show best that its absence is what is refused.
      for (const wanted of [[...goals, goal(pair.after, true), refused], [...goals, refused], goals]) {
        const answer = pair.find(wanted, STRICT)
        if (isFound(answer)) yield answer.found
      }
    }
    yield* candidates(pair.roots.before).slice(0, MAX_TRIED)
  }

  private isNowRefused(sent: Json): boolean {
    const { compiled } = this
    if (!compiled || compiled.before.accepts(sent)) return false
    return (
      prepareCompiledInput(compiled.before, sent).issues.length === 0 &&
      prepareCompiledInput(compiled.after, sent).issues.length > 0
    )
  }

  /** Whether the later schema would take the value if it still had the earlier default. */
  private isCause(change: DefaultChange, sent: Json): boolean {
    const restored = this.restored.get(change) ?? interpretSchema(this.restore(change))
    this.restored.set(change, restored)
    return prepareCompiledInput(restored, sent).issues.length === 0
  }

  private restore({ location, path, was, isDeclaredAfter }: DefaultChange): JsonSchema {
    const after = structuredClone(this.pair.roots.after)
    if (!isDeclaredAfter) {
      const allOf = Array.isArray(after.allOf) ? after.allOf : []
      return { ...after, allOf: [...allOf, defaultAt(path, was)] }
    }
    const field = valueAt(after, location.pointer.replace(/\/default$/, ''))
    if (!isObject(field)) return after
    if (was === undefined) delete field.default
    else field.default = was
    return after
  }
}

/** Returns a schema that accepts everything and fills in the default at the end of the path. */
function defaultAt(path: readonly PathStep[], value: Json | undefined): JsonSchema {
  const [step, ...rest] = path
  if (!step) return value === undefined ? {} : { default: value }
  const below = defaultAt(rest, value)
  if ('property' in step) return { properties: { [step.property]: below } }
  if ('someItem' in step) return { items: below }
  if ('someProperty' in step) return { additionalProperties: below }
  return { prefixItems: [...Array.from({ length: step.item }, () => true), below] }
}

const MAX_TRIED = 100

function tryOrNull<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof WorkBudgetError || thrown instanceof RangeError || thrown instanceof Error)
      return null
    throw thrown
  }
}

/** Whether the schema could refuse a value because a property of the path is absent. */
function canDemand(root: JsonSchema, path: readonly PathStep[]): boolean {
  const names = new Set(path.flatMap((step) => ('property' in step ? [step.property] : [])))
  let can = false
  walkSchema(root, (each) => {
    const { required, dependentRequired, dependencies, minProperties, not, oneOf } = each
    const demanded = [
      required,
      ...Object.values(mapOf(dependentRequired)),
      ...Object.values(mapOf(dependencies)),
    ]
    can ||= demanded.some((list) => Array.isArray(list) && list.some((name) => names.has(String(name))))
    can ||= [minProperties, not, oneOf, each.if].some((keyword) => keyword !== undefined)
  })
  return can
}

/** Removes the last property of the path, in every item and field that the path may mean. */
function without(value: Json, path: readonly PathStep[]): Json {
  const [step, ...rest] = path
  if (!step) return value
  if (Array.isArray(value))
    return value.map((item, index) =>
      'someItem' in step || ('item' in step && step.item === index) ? without(item, rest) : item,
    )
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): [string, Json][] => {
      const isMeant = 'someProperty' in step || ('property' in step && step.property === name)
      if (!isMeant) return [[name, each]]
      return rest.length === 0 ? [] : [[name, without(each, rest)]]
    }),
  )
}

/** Returns a schema that judges an object with the property as `root` judges it without. */
function lackingProperty(root: JsonSchema, name: string): JsonSchema {
  return mapSchema(root, (each) => {
    const { required, dependentRequired, minProperties, maxProperties, properties, ...others } = each
    const isDemanded = Array.isArray(required) && required.includes(name)
    const needing = Object.entries(mapOf(dependentRequired)).filter(
      ([other, needed]) => other !== name && Array.isArray(needed) && needed.includes(name),
    )
    const allOf = [
      ...(Array.isArray(each.allOf) ? each.allOf : []),
      ...(isDemanded ? [{ not: { type: 'object' } }] : []),
      ...needing.map(([other]) => ({ properties: { [other]: false } })),
    ]
    const dependent = Object.entries(mapOf(dependentRequired)).filter(
      ([other, needed]) => other !== name && !(Array.isArray(needed) && needed.includes(name)),
    )
    return {
      ...others,
      ...((properties !== undefined || each.additionalProperties !== undefined) && {
        properties: { ...mapOf(properties), [name]: true },
      }),
      ...(Array.isArray(required) && { required: required.filter((other) => other !== name) }),
      ...(dependent.length > 0 && { dependentRequired: Object.fromEntries(dependent) }),
      ...(typeof minProperties === 'number' && { minProperties: minProperties + 1 }),
      ...(typeof maxProperties === 'number' && { maxProperties: maxProperties + 1 }),
      ...(allOf.length > 0 && { allOf }),
    }
  })
}
