import type { Json } from '../../kernel/json/json.ts'
import type { SchemaNode } from '../graph/schema-graph.ts'
import type { Direction, SchemaPair } from '../inclusion/inclusion.ts'
import type { ComparedSide } from './compare-keywords.ts'
import type { PlainSchema } from './plain-schema.ts'

type DifferenceKind =
  | 'added'
  | 'removed'
  | 'made-required'
  | 'made-optional'
  | 'type'
  | 'values-added'
  | 'values-removed'
  | 'choice-added'
  | 'choice-removed'
  | 'constraint'
  | 'undecided'
  | 'default'
  | 'text'

/** A step into a value; branches and references are not steps. */
export type PathStep = { property: string } | { item: number } | { someItem: true } | { someProperty: true }

export type DifferenceLocation = {
  pointer: string
  field: string
  path: readonly PathStep[]
}

export type Difference = DifferenceLocation & {
  kind: DifferenceKind
  /** Whether the later schema may accept something new. */
  more: boolean
  /** Whether the later schema may refuse something old. */
  less: boolean
  keyword?: string
  before?: Json
  after?: Json
  isRequired?: boolean
  /** The old schema explicitly accepted other values under this name. */
  narrows?: boolean
  hasDefault?: boolean
  isSameList?: boolean
  counterexample?: Json
}

/** Whether the field is newly required, and callers that leave it out get its default. */
export function isFilledIn({ kind, hasDefault, narrows }: Difference): boolean {
  return hasDefault === true && !narrows && (kind === 'added' || kind === 'made-required')
}

export type Certainty = 'yes' | 'no' | 'undecided'

export type EffectVerdict = { less?: Certainty; more?: Certainty }

export type Comparer = {
  readonly pair: SchemaPair
  readonly direction: Direction
  compare(before: ComparedSide, after: ComparedSide, location: DifferenceLocation): Difference[]
  nodeOf(side: 'before' | 'after', schema: Json | undefined): SchemaNode
  verdictOf(before: Json | undefined, after: Json | undefined): EffectVerdict
}

export type NodePair = {
  before: ComparedSide
  after: ComparedSide
  a: PlainSchema
  b: PlainSchema
  location: DifferenceLocation
}

/** Drops differences without effect by the proof, and reports a proven break that no keyword shows. */
export function reconcile(
  found: readonly Difference[],
  verdict: EffectVerdict,
  location: DifferenceLocation,
  breaking: 'less' | 'more',
): Difference[] {
  const corrected = found.map((each) => ({
    ...each,
    less: each.less && verdict.less !== 'no',
    more: each.more && verdict.more !== 'no',
  }))
  const clear = corrected.filter((each) => !isOpaque(each) || !isExplained(each, corrected))
  const effective = clear.filter(({ kind }) => kind !== 'text' && kind !== 'default')
  const missing = (['less', 'more'] as const).filter(
    (which) =>
      isPossible(verdict[which]) &&
      !effective.some((each) => each[which]) &&
      (which === breaking || effective.length === 0),
  )
  if (missing.length === 0) return clear
  // No keyword became narrower, which is a proof too, unless there are opaque keywords.
  const isUndecided = missing.every((which) => verdict[which] === 'undecided')
  if (isUndecided && !found.some(isOpaque)) return clear
  const kind = isUndecided ? 'undecided' : 'constraint'
  return [...clear, { kind, ...location, less: missing.includes('less'), more: missing.includes('more') }]
}

function isExplained(opaque: Difference, all: readonly Difference[]): boolean {
  const others = all.filter((each) => !isOpaque(each))
  return (['less', 'more'] as const).every((which) => !opaque[which] || others.some((each) => each[which]))
}

function isPossible(known: Certainty | undefined): boolean {
  return known === 'yes' || known === 'undecided'
}

/** Only the proof can determine the effect of such a keyword. */
export function isOpaque({ kind, keyword }: Difference): boolean {
  return kind === 'constraint' && keyword !== undefined && keyword !== '$ref' && !COMPARABLE.includes(keyword)
}

// biome-ignore format: list
const COMPARABLE = ['enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength',
  'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'required']
