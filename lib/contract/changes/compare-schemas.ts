/**
 * How two schemas differ in what they accept, property by property.
 *
 * Ground, for servers. At every place the proof (`../compat`) says whether less or more is accepted; what is written
 * there says why. Soundness first: `less` is false only when everything the old schema accepted is surely accepted
 * by the new one, `more` is false only when nothing else is. What cannot be decided is both. Lenient as the version
 * rules are: see `../compat/lenience.ts`. Source: specification "Contracts" §6.
 */

import { type Acceptance, acceptance, type Direction } from '../compat/acceptance.ts'
import { accepts } from '../compat/accepts.ts'
import { SchemaPair } from '../compat/inclusion.ts'
import { FREE_NAMES, OPEN_ENDED, STRICT } from '../compat/lenience.ts'
import type { SchemaNode } from '../compat/schema-graph.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { ALL_TYPES, type PlainSchema, plainSchema } from '../schema/plain-schema.ts'
import { compareChoices } from './compare-choices.ts'
import {
  compareConstraints,
  compareTypes,
  compareValues,
  hasKind,
  KINDS,
  type Side,
} from './compare-keywords.ts'
import { compareNotes } from './compare-notes.ts'
import { compareProperties } from './compare-properties.ts'
import type { Comparer, Places } from './comparer.ts'
import type { Difference, Place, Step } from './difference.ts'
import { isOpaque, type Known, reconcile, type Verdict } from './reconcile.ts'
import { withWitnesses } from './witnesses.ts'

export type Compared = {
  /** In the order of the new schema's properties. */
  differences: Difference[]
  /** Whether callers of the old version may be let down at all. */
  acceptance: Acceptance
}

/**
 * Compares two schemas in the canonical dialect, as inputs or as outputs. What is not proved within `longestMs` is
 * undecided.
 */
export function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  direction: Direction,
  longestMs?: number,
): Compared {
  if (JSON.stringify(before) === JSON.stringify(after)) return { differences: [], acceptance: { is: 'kept' } }
  try {
    return compareUnlike(new SchemaPair(before, after, longestMs), direction)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    // References that lead from one to the next by the thousand are deeper than the engine's stack.
    return {
      differences: [{ kind: 'undecided', ...TOP, more: true, less: true }],
      acceptance: { is: 'undecided' },
    }
  }
}

const TOP: Place = { pointer: '', field: '', path: [] }

function compareUnlike(pair: SchemaPair, direction: Direction): Compared {
  const { before, after } = pair.roots
  const found = new Comparison(pair, direction).compare(
    { root: before, schema: before },
    { root: after, schema: after },
    TOP,
  )
  const whole = acceptance(pair, direction)
  // An optional property is a small step however the object is put together; that it may refuse is said all the same.
  const felt =
    whole.is === 'broken' && direction === 'input' ? acceptance(pair, direction, FREE_NAMES) : whole
  const verdict = direction === 'input' ? { less: known(felt) } : { more: known(felt) }
  const reconciled = reconcile(found, verdict, TOP, BREAKING[direction])
  // What may let callers down is never left unsaid.
  const isSaid = felt.is !== 'undecided' || reconciled.some((each) => each[BREAKING[direction]])
  if (!isSaid) reconciled.push({ kind: 'undecided', ...TOP, more: true, less: true })
  return { differences: withWitnesses(pair, direction, reconciled), acceptance: whole }
}

const BREAKING = { input: 'less', output: 'more' } as const

function known({ is }: Acceptance): Known {
  return is === 'kept' ? 'no' : is === 'broken' ? 'yes' : 'undecided'
}

// References can make a small schema endlessly large; no honest contract has as many places.
const MOST_PLACES = 5_000
// Nor one as deep: what is written is at most 64 levels deep.
const DEEPEST = 100

class Comparison implements Comparer {
  /** What is known of a pair of meanings, or null while it is being found out (types may contain themselves). */
  private readonly known = new Map<string, { more: boolean; less: boolean } | null>()
  private places = 0
  readonly pair: SchemaPair
  readonly direction: Direction

  constructor(pair: SchemaPair, direction: Direction) {
    this.pair = pair
    this.direction = direction
  }

  compare(before: Side, after: Side, place: Place): Difference[] {
    if (++this.places > MOST_PLACES || place.path.length > DEEPEST)
      return [{ kind: 'undecided', ...place, more: true, less: true }]
    const notes = compareNotes(before, after, place)
    const [old, now] = [this.nodeOf('before', before.schema), this.nodeOf('after', after.schema)]
    const isSame = this.pair.isSame(old, now)
    // Places of one meaning may have notes of their own; what is written the same way has the same ones.
    const words = isSame ? JSON.stringify([before.schema, after.schema]) : ''
    const key = `${old.id} ${now.id} ${words}`
    if (this.known.has(key)) return [...notes, ...again(this.known.get(key), place)]
    this.known.set(key, null)
    const found = this.compareMeaning(before, after, place, isSame)
    this.known.set(key, { more: found.some(({ more }) => more), less: found.some(({ less }) => less) })
    return [...notes, ...found]
  }

  nodeOf(side: 'before' | 'after', schema: Json | undefined): SchemaNode {
    return this.pair.nodeOf(side, schema)
  }

  verdictOf(before: Json | undefined, after: Json | undefined): Verdict {
    const [old, now] = [this.nodeOf('before', before), this.nodeOf('after', after)]
    const { direction, pair } = this
    const ask = (outer: SchemaNode, inner: SchemaNode, lenience: typeof STRICT): Known => {
      const { is } = pair.includes(outer, inner, lenience)
      return is === 'included' ? 'no' : is === 'not included' ? 'yes' : 'undecided'
    }
    return {
      less: ask(now, old, direction === 'input' ? FREE_NAMES : STRICT),
      more: ask(old, now, direction === 'output' ? OPEN_ENDED : STRICT),
    }
  }

  private compareMeaning(before: Side, after: Side, place: Place, isSame: boolean): Difference[] {
    const verdict: Verdict = isSame ? { less: 'no', more: 'no' } : this.verdictOf(before.schema, after.schema)
    const places: Places = {
      before,
      after,
      a: plainSchema(before.root, before.schema),
      b: plainSchema(after.root, after.schema),
      place,
    }
    const found = this.differencesIn(places)
    const reconciled = reconcile(found, verdict, place, BREAKING[this.direction])
    if (verdict.less !== 'no' || verdict.more !== 'no') return reconciled
    // The same meaning can still be described in other words, at any depth; and a name that appears or goes is
    // news even where everything is let through. Not where it may only have moved into another part.
    const isMoved = isSame || found.some(isOpaque)
    return reconciled.filter((each) => isNote(each) || (!isMoved && isNews(each)))
  }

  private differencesIn(places: Places): Difference[] {
    const { before, after, a, b, place } = places
    const rest = this.compareRest(places)
    const takes = (side: 'before' | 'after', value: Json) =>
      accepts(this.nodeOf(side, (side === 'before' ? before : after).schema), value) !== false
    const values = compareValues(a, b, takes, place)
    if (values) return [...rest, ...values]
    // What changed in a branch says more than what it does to the whole.
    // Where one side leaves it to its branches, nothing is gone: it has moved there.
    const isSaidBy = (keywords: string[]) =>
      !rest.some(isOpaque) ||
      [a, b].every((side) => keywords.some((keyword) => side.keywords[keyword] !== undefined))
    const isTold = rest.some(({ kind, pointer }) => kind !== 'constraint' || pointer !== place.pointer)
    const [old, now] = [this.typed(a, 'before', before), this.typed(b, 'after', after)]
    const shared = KINDS.filter((kind) => hasKind(old.types, kind) && hasKind(now.types, kind))
    return [
      ...rest,
      ...(isTold ? [] : compareTypes(old, now, place)),
      ...compareConstraints(a.keywords, b.keywords, shared, place),
      ...(shared.includes('array') && isSaidBy(['items', 'prefixItems']) ? this.compareItems(places) : []),
      ...(shared.includes('object') && isSaidBy(['properties']) ? compareProperties(this, places) : []),
    ]
  }

  /** Where the type is left to branches and references, the types they leave. */
  private typed(plain: PlainSchema, side: 'before' | 'after', { schema }: Side): PlainSchema {
    if (plain.types !== ALL_TYPES || Object.keys(plain.rest).length === 0) return plain
    const types = this.pair.typesOf(this.nodeOf(side, schema))
    return { ...plain, types: ALL_TYPES.filter((type) => types.some((each) => each === type)) }
  }

  /** Keywords that say more than one can compare. What they amount to is not theirs to say: see `reconcile`. */
  private compareRest(places: Places): Difference[] {
    const { before, after, a, b, place } = places
    const keys = [...new Set([...Object.keys(a.rest), ...Object.keys(b.rest)])]
    return keys
      .filter((key) => a.rest[key] !== b.rest[key])
      .flatMap((keyword): Difference[] => {
        const choices = compareChoices(this, { before, after, place, keyword })
        if (choices) return choices
        return [{ kind: 'constraint', ...place, keyword, more: true, less: true }]
      })
  }

  private compareItems({ before, after, a, b, place }: Places): Difference[] {
    const [first, second] = [listOf(a.keywords.prefixItems), listOf(b.keywords.prefixItems)]
    const positions = Array.from({ length: Math.max(first.length, second.length) + 1 }, (_, index) => index)
    return positions.flatMap((index) => {
      const [was, is] = [first[index] ?? a.keywords.items, second[index] ?? b.keywords.items]
      if (was === undefined && is === undefined) return []
      const isFixed = index < Math.max(first.length, second.length)
      const step: Step = isFixed ? { item: index } : { someItem: true }
      const inside: Place = {
        pointer: place.pointer + (index < second.length ? `/prefixItems/${index}` : '/items'),
        field: `${place.field}[${isFixed ? index : ''}]`,
        path: [...place.path, step],
      }
      return this.compare({ ...before, schema: was ?? true }, { ...after, schema: is ?? true }, inside)
    })
  }
}

/** A pair that was compared elsewhere is named again only by its effect. */
function again(found: { more: boolean; less: boolean } | null | undefined, place: Place): Difference[] {
  return found && (found.more || found.less)
    ? [{ kind: 'constraint', ...place, ...found, keyword: '$ref' }]
    : []
}

function isNews({ kind, pointer }: Difference): boolean {
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
