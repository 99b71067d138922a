/**
 * What is written differently, held against what is accepted differently.
 *
 * Ground. The proof has the last word: a difference that lets nobody down is none, and when somebody is let down
 * there is a difference that says so, even where no keyword shows it.
 */
import type { Difference, Place } from './difference.ts'

export type Known = 'yes' | 'no' | 'undecided'

/** Whether the new schema accepts less or more than the old one; left out where nobody asked. */
export type Verdict = { less?: Known; more?: Known }

/** The differences found at `place` and below it, corrected; `breaking` is what lets callers down. */
export function reconcile(
  found: readonly Difference[],
  verdict: Verdict,
  place: Place,
  breaking: 'less' | 'more',
): Difference[] {
  const corrected = found.map((each) => ({
    ...each,
    less: each.less && verdict.less !== 'no',
    more: each.more && verdict.more !== 'no',
  }))
  const clear = corrected.filter((each) => !isOpaque(each) || !isExplained(each, corrected))
  const news = clear.filter(({ kind }) => kind !== 'text' && kind !== 'default')
  const missing = (['less', 'more'] as const).filter(
    (which) =>
      isSaid(verdict[which]) &&
      !news.some((each) => each[which]) &&
      (which === breaking || news.length === 0),
  )
  if (missing.length === 0) return clear
  // Keyword by keyword nothing became narrower, which is a proof too; only what keywords cannot tell is left.
  const isUndecided = missing.every((which) => verdict[which] === 'undecided')
  if (isUndecided && !found.some(isOpaque)) return clear
  const kind = isUndecided ? 'undecided' : 'constraint'
  return [...clear, { kind, ...place, less: missing.includes('less'), more: missing.includes('more') }]
}

/** Whether what an opaque keyword does is told by others already, or it does nothing. */
function isExplained(opaque: Difference, all: readonly Difference[]): boolean {
  const others = all.filter((each) => !isOpaque(each))
  return (['less', 'more'] as const).every((which) => !opaque[which] || others.some((each) => each[which]))
}

function isSaid(known: Known | undefined): boolean {
  return known === 'yes' || known === 'undecided'
}

/** A keyword of which only the proof can tell what it does. */
export function isOpaque({ kind, keyword }: Difference): boolean {
  return kind === 'constraint' && keyword !== undefined && keyword !== '$ref' && !COMPARABLE.includes(keyword)
}

// biome-ignore format: a list reads in rows
const COMPARABLE = ['enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength',
  'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'required']
