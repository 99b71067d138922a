/**
 * The proof (`../inclusion`) decides whether less or more is accepted, and keywords explain why. `less` and
 * `more` are false only if proven. See docs/spec/contracts.md §6.
 */

import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import type { SchemaNode } from '../graph/schema-graph.ts'
import { accepts } from '../inclusion/accepts.ts'
import { type Acceptance, checkAcceptance, type Direction, SchemaPair } from '../inclusion/inclusion.ts'
import { FREE_NAMES, OPEN_ENDED, STRICT } from '../inclusion/tolerance.ts'
import { unconditional } from '../tree/schema-tree.ts'
import { compareChoices } from './compare-choices.ts'
import { refusedDespiteDefaults, withDefaults } from './compare-defaults.ts'
import {
  type ComparedSide,
  compareConstraints,
  compareTypes,
  compareValues,
  hasKind,
  KINDS,
} from './compare-keywords.ts'
import { compareNotes, compareProperties } from './compare-properties.ts'
import { withCounterexamples } from './counterexamples.ts'
import {
  type Certainty,
  type Comparer,
  type Difference,
  type DifferenceLocation,
  type EffectVerdict,
  isFilledIn,
  isOpaque,
  type NodePair,
  type PathStep,
  reconcile,
} from './difference.ts'
import { ALL_TYPES, type PlainSchema, plainSchema } from './plain-schema.ts'

type Compared = {
  differences: Difference[]
  acceptance: Acceptance
}

/**
 * Compares canonical schemas. `acceptance` states for inputs whether `after` accepts all that `before` did, for
 * outputs the reverse. What is not proven within `longestMs` is undecided.
 */
export function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  direction: Direction,
  longestMs?: number,
): Compared {
  if (JSON.stringify(before) === JSON.stringify(after))
    return { differences: [], acceptance: { kind: 'kept' } }
  try {
    return compareUnlike(new SchemaPair(before, after, longestMs), direction)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    // Long chains of references can exceed the call stack.
    return {
      differences: [{ kind: 'undecided', ...TOP, more: true, less: true }],
      acceptance: { kind: 'undecided' },
    }
  }
}

const TOP: DifferenceLocation = { pointer: '', field: '', path: [] }

function compareUnlike(pair: SchemaPair, direction: Direction): Compared {
  const { before, after } = pair.roots
  const found = new Comparison(pair, direction).compare(
    { root: before, schema: before },
    { root: after, schema: after },
    TOP,
  )
  const whole = checkAcceptance(pair, direction)
  const felt =
    whole.kind === 'broken' && direction === 'input' ? checkAcceptance(pair, direction, FREE_NAMES) : whole
  const verdict = direction === 'input' ? { less: known(felt) } : { more: known(felt) }
  const reconciled = reconcile(found, verdict, TOP, BREAKING[direction])
  // Without a difference that explains it, a possible break is reported as a whole.
  const isReported = felt.kind !== 'undecided' || reconciled.some((each) => each[BREAKING[direction]])
  if (!isReported) reconciled.push({ kind: 'undecided', ...TOP, more: true, less: true })
  const explained = withDefaults(pair, direction, withCounterexamples(pair, direction, reconciled))
  const isHarmless = direction === 'input' && explained.every((each) => !each.less || isFilledIn(each))
  const counterexample = isHarmless ? refusedDespiteDefaults(pair, felt) : undefined
  if (counterexample !== undefined)
    explained.push({ kind: 'constraint', ...TOP, more: false, less: true, counterexample })
  return { differences: explained, acceptance: whole }
}

const BREAKING = { input: 'less', output: 'more' } as const

function known({ kind }: Acceptance): Certainty {
  return kind === 'kept' ? 'no' : kind === 'broken' ? 'yes' : 'undecided'
}

// References can expand a small schema without bound, so the number of comparisons is limited.
const MAX_COMPARED_NODES = 5_000
const DEEPEST = 100

class Comparison implements Comparer {
  /** Null while in progress, because types may be recursive. */
  private readonly known = new Map<string, FoundDifferences | null>()
  private comparedNodes = 0
  readonly pair: SchemaPair
  readonly direction: Direction

  constructor(pair: SchemaPair, direction: Direction) {
    this.pair = pair
    this.direction = direction
  }

  compare(before: ComparedSide, after: ComparedSide, location: DifferenceLocation): Difference[] {
    if (++this.comparedNodes > MAX_COMPARED_NODES || location.path.length > DEEPEST)
      return [{ kind: 'undecided', ...location, more: true, less: true }]
    const notes = compareNotes(before, after, location)
    const [old, now] = [this.nodeOf('before', before.schema), this.nodeOf('after', after.schema)]
    const isSame = this.pair.isSame(old, now)
    // Equal nodes may differ in annotations, which the text shows.
    const annotationKey = isSame ? JSON.stringify([before.schema, after.schema]) : ''
    const key = `${old.id} ${now.id} ${annotationKey}`
    const known = this.known.get(key)
    if (known !== undefined) {
      const isReferred = [before, after].some(isReference)
      return [...notes, ...repeatDifferences(known, location, isReferred)]
    }
    this.known.set(key, null)
    const found = this.compareMeaning(before, after, location, isSame)
    this.known.set(key, { location, differences: found })
    return [...notes, ...found]
  }

  nodeOf(side: 'before' | 'after', schema: Json | undefined): SchemaNode {
    return this.pair.nodeOf(side, schema)
  }

  verdictOf(before: Json | undefined, after: Json | undefined): EffectVerdict {
    const [old, now] = [this.nodeOf('before', before), this.nodeOf('after', after)]
    const { direction, pair } = this
    const ask = (outer: SchemaNode, inner: SchemaNode, tolerance: typeof STRICT): Certainty => {
      const { kind } = pair.includes(outer, inner, tolerance)
      return kind === 'included' ? 'no' : kind === 'not included' ? 'yes' : 'undecided'
    }
    return {
      less: ask(now, old, direction === 'input' ? FREE_NAMES : STRICT),
      more: ask(old, now, direction === 'output' ? OPEN_ENDED : STRICT),
    }
  }

  private compareMeaning(
    before: ComparedSide,
    after: ComparedSide,
    location: DifferenceLocation,
    isSame: boolean,
  ): Difference[] {
    const verdict: EffectVerdict = isSame
      ? { less: 'no', more: 'no' }
      : this.verdictOf(before.schema, after.schema)
    const nodePair: NodePair = {
      before,
      after,
      a: plainSchema(before.root, before.schema),
      b: plainSchema(after.root, after.schema),
      location,
    }
    const found = this.differencesIn(nodePair)
    const reconciled = reconcile(found, verdict, location, BREAKING[this.direction])
    if (verdict.less !== 'no' || verdict.more !== 'no') return reconciled
    // Descriptions can still differ. Added or removed names matter unless
    // they may have moved.
    const isMoved = isSame || found.some(isOpaque)
    return reconciled.filter((each) => isNote(each) || (!isMoved && isFieldChange(each)))
  }

  private differencesIn(nodePair: NodePair): Difference[] {
    const { before, after, a, b, location } = nodePair
    const rest = this.compareRest(nodePair)
    const takes = (side: 'before' | 'after', value: Json) =>
      accepts(this.nodeOf(side, (side === 'before' ? before : after).schema), value) !== false
    const values = compareValues(a, b, takes, location)
    if (values) return [...rest, ...values]
    // A changed branch explains more than its effect on the whole.
    const isVisibleIn = (keywords: string[]) =>
      !rest.some(isOpaque) ||
      [a, b].every((side) => keywords.some((keyword) => side.keywords[keyword] !== undefined))
    const isExplained = rest.some(
      ({ kind, pointer }) => kind !== 'constraint' || pointer !== location.pointer,
    )
    const [old, now] = [this.typed(a, 'before', before), this.typed(b, 'after', after)]
    const shared = KINDS.filter((kind) => hasKind(old.types, kind) && hasKind(now.types, kind))
    return [
      ...rest,
      ...(isExplained ? [] : compareTypes(old, now, location)),
      ...compareConstraints(a.keywords, b.keywords, shared, location),
      ...(shared.includes('array') && isVisibleIn(['items', 'prefixItems'])
        ? this.compareItems(nodePair)
        : []),
      ...(shared.includes('object') && isVisibleIn(['properties']) ? compareProperties(this, nodePair) : []),
    ]
  }

  private typed(plain: PlainSchema, side: 'before' | 'after', { schema }: ComparedSide): PlainSchema {
    if (plain.types !== ALL_TYPES || Object.keys(plain.rest).length === 0) return plain
    const types = this.pair.typesOf(this.nodeOf(side, schema))
    return { ...plain, types: ALL_TYPES.filter((type) => types.some((each) => each === type)) }
  }

  /** `reconcile` decides whether these have an effect. */
  private compareRest(nodePair: NodePair): Difference[] {
    const { before, after, a, b, location } = nodePair
    const keys = [...new Set([...Object.keys(a.rest), ...Object.keys(b.rest)])]
    return keys
      .filter((key) => a.rest[key] !== b.rest[key])
      .flatMap((keyword): Difference[] => {
        const choices = compareChoices(this, { before, after, location, keyword })
        if (choices) return choices
        return [{ kind: 'constraint', ...location, keyword, more: true, less: true }]
      })
  }

  private compareItems({ before, after, a, b, location }: NodePair): Difference[] {
    const [first, second] = [listOf(a.keywords.prefixItems), listOf(b.keywords.prefixItems)]
    const positions = Array.from({ length: Math.max(first.length, second.length) + 1 }, (_, index) => index)
    return positions.flatMap((index) => {
      const [was, is] = [first[index] ?? a.keywords.items, second[index] ?? b.keywords.items]
      if (was === undefined && is === undefined) return []
      // Other keywords decide on these items.
      if (was === undefined && a.rest.unevaluatedItems !== undefined) return []
      if (is === undefined && b.rest.unevaluatedItems !== undefined) return []
      const isFixed = index < Math.max(first.length, second.length)
      const step: PathStep = isFixed ? { item: index } : { someItem: true }
      const inside: DifferenceLocation = {
        pointer: location.pointer + (index < second.length ? `/prefixItems/${index}` : '/items'),
        field: `${location.field}[${isFixed ? index : ''}]`,
        path: [...location.path, step],
      }
      return this.compare({ ...before, schema: was ?? true }, { ...after, schema: is ?? true }, inside)
    })
  }
}

type FoundDifferences = { location: DifferenceLocation; differences: Difference[] }

function isReference({ root, schema }: ComparedSide): boolean {
  return unconditional(root, schema).some(({ $ref, $dynamicRef }) => ($ref ?? $dynamicRef) !== undefined)
}

// Copies can double at every level, so their size is limited.
const MAX_REPEATED = 50

/**
 * Reports the differences of two schemas that have been compared elsewhere. What a reference leads to has been
 * explained there; the differences of schemas that are written twice are repeated.
 */
function repeatDifferences(
  found: FoundDifferences | null,
  location: DifferenceLocation,
  isReferred: boolean,
): Difference[] {
  const effective = (found?.differences ?? []).filter(({ more, less }) => more || less)
  if (!found || effective.length === 0) return []
  if (!isReferred && effective.length <= MAX_REPEATED)
    return effective.map((each) => ({ ...each, ...movedLocation(each, found.location, location) }))
  const more = effective.some((each) => each.more)
  const less = effective.some((each) => each.less)
  return [{ kind: 'constraint', ...location, more, less, ...(isReferred && { keyword: '$ref' }) }]
}

function movedLocation(
  { pointer, field, path }: DifferenceLocation,
  from: DifferenceLocation,
  to: DifferenceLocation,
): DifferenceLocation {
  const inside = field.slice(from.field.length)
  const separator = from.field === '' && inside !== '' && !inside.startsWith('[') ? '.' : ''
  return {
    pointer: to.pointer + pointer.slice(from.pointer.length),
    field: to.field === '' ? inside.replace(/^\./, '') : to.field + separator + inside,
    path: [...to.path, ...path.slice(from.path.length)],
  }
}

function isFieldChange({ kind, pointer }: Difference): boolean {
  return (
    kind === 'added' || kind === 'removed' || (kind === 'type' && pointer.endsWith('/additionalProperties'))
  )
}

function isNote({ kind }: Difference): boolean {
  return kind === 'text' || kind === 'default'
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
