/** Ranks the skills that the index proposes by their words and their contracts. Pure, so that a thread can do it. */

import { workedMs } from '../../json-schema/limits/work-budget.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { featuresOfHeld, type ListedContract } from './contract-features.ts'
import { describeFit } from './describe-fit.ts'
import { type Held, neededSchema } from './held.ts'
import {
  exampleCall,
  FITS,
  type FitKind,
  type HaveFit,
  judgeHave,
  judgeWant,
  type WantFit,
} from './judge-fit.ts'
import { splitQuery } from './searchable-text.ts'

export type Candidate = {
  name: string
  title: string
  description: string
  contract: ListedContract | null
  /** The place among the matches of the words; undefined without. */
  wordRank: number | undefined
}

export type Sought = {
  query?: string | undefined
  have?: Held | undefined
  want?: Held | undefined
  limit: number
}

export type RankedSkill = {
  name: string
  have?: HaveFit
  want?: WantFit
  why: string
  call?: { args: Json; placeholders: string[]; version?: string }
}

/** Later candidates are ranked by their words only, so that slow contracts do not fail a search. */
const JUDGED_WITHIN_MS = 2_000

/** Returns the best `limit` candidates that fit what the caller has and needs, the best first. */
export function rankCandidates(candidates: readonly Candidate[], sought: Sought): RankedSkill[] {
  const untilMs = workedMs() + JUDGED_WITHIN_MS
  const needed = sought.want && neededSchema(sought.want)
  return candidates
    .map((candidate): Judged => (workedMs() < untilMs ? judge(candidate, sought.have, needed) : candidate))
    .filter((judged) => isWorthShowing(judged, sought))
    .map((judged) => ({ judged, score: scoreOf(judged, sought) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, sought.limit)
    .map(({ judged }) => completeSkill(judged, sought))
}

type Judged = Candidate & { have?: HaveFit; want?: WantFit }

function judge(candidate: Candidate, have: Held | undefined, needed: JsonSchema | undefined): Judged {
  const { contract } = candidate
  return {
    ...candidate,
    ...(contract && have && { have: judgeHave(have, contract) }),
    ...(contract && needed && { want: judgeWant(needed, contract) }),
  }
}

function isWorthShowing({ wordRank, have, want }: Judged, sought: Sought): boolean {
  if (wordRank !== undefined) return true
  const isTaken = !sought.have || (have !== undefined && have.kind !== 'none')
  const isReturned = !sought.want || (want !== undefined && want.kind !== 'none')
  return isTaken && isReturned
}

const POINTS: Record<FitKind, number> = {
  as_is: 4,
  coerced: 3,
  possible: 1.6,
  partial: 1.5,
  any: 0.2,
  none: 0,
}

/** Types first, since they decide whether a call works; words decide between contracts that fit. */
function scoreOf({ have, want, wordRank, contract }: Judged, { have: held }: Sought): number {
  const words = wordRank === undefined ? 0 : 3 / (1 + wordRank / 5)
  const types = (have ? POINTS[have.kind] : 0) + (want ? POINTS[want.kind] : 0)
  return words + types + (have && held && contract ? specificity(have, held) : 0)
}

/** From −1 to 1: how much of what the caller has is used, or how likely the field is meant for it, less what is missing. */
function specificity({ kind, taken, missing, likelihood }: HaveFit, held: Held): number {
  if (kind === 'any' || kind === 'none') return 0
  if (likelihood !== undefined) return likelihood - missing.length / (1 + missing.length)
  const { names } = featuresOfHeld(held.schema)
  const used = taken.size / Math.max(1, names.length)
  return Math.min(1, used) - missing.length / (1 + missing.length)
}

function completeSkill(judged: Judged, { query = '' }: Sought): RankedSkill {
  const { name, contract, have, want } = judged
  const call = contract ? exampleCall(contract, have) : undefined
  return {
    name,
    ...(have && { have }),
    ...(want && { want }),
    why: describeFit(judged, splitQuery(query)),
    ...(call && { call: { ...call, ...(have?.version && { version: have.version }) } }),
  }
}

/** Whether a call with what the caller has returns what they need. */
export function isComplete(found: Pick<RankedSkill, 'have' | 'want'>, sought: Sought): boolean {
  return isAtLeast('coerced', found, sought)
}

/** Whether such a call may work, although the contract says too little to be sure. */
export function isPossible(found: Pick<RankedSkill, 'have' | 'want'>, sought: Sought): boolean {
  return isAtLeast('possible', found, sought)
}

function isAtLeast(
  least: FitKind,
  { have, want }: Pick<RankedSkill, 'have' | 'want'>,
  sought: Sought,
): boolean {
  const isGood = (kind: FitKind | undefined) =>
    kind !== undefined && FITS.indexOf(kind) <= FITS.indexOf(least)
  return (!sought.have || isGood(have?.kind)) && (!sought.want || isGood(want?.kind))
}
