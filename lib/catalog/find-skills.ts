/** Finds skills for programs, by words and by types: docs/spec/skills-protocol.md §2. */

import type { Context } from '../context/context.ts'
import type { RiskLevel } from '../contracts/document/skillset-document.ts'
import type { Json } from '../kernel/json/json.ts'
import { EVERYTHING, MAX_CATALOG_QUERY_CHARS } from './model/catalog-query.ts'
import { featuresOfHeld } from './model/contract-features.ts'
import { describeFit } from './model/describe-fit.ts'
import type { Held } from './model/held.ts'
import {
  exampleCall,
  FITS,
  type FitKind,
  type HaveFit,
  judgeHave,
  judgeWant,
  type WantFit,
} from './model/judge-fit.ts'
import { splitQuery } from './model/searchable-text.ts'
import type { EntryLimits } from './rows/catalog-search.ts'
import {
  type CandidateFilters,
  type CandidateRow,
  countFeatures,
  findEntriesByName,
  findReturning,
  findTaking,
} from './rows/find-candidates.ts'
import { searchCatalog } from './search-catalog.ts'

export type FindRequest = {
  query?: string
  have?: Held
  want?: Held
  filters: CandidateFilters
  limit: number
  /** Skills that the catalogue does not list, such as private ones; with `isOnly`, the catalogue is not searched. */
  unlisted?: { rows: readonly CandidateRow[]; isOnly: boolean }
}

export type FoundSkill = CandidateRow & {
  have?: HaveFit
  want?: WantFit
  /** The place among the matches of the words; undefined without. */
  wordRank?: number
  why: string
  call?: { args: Json; placeholders: string[]; version?: string }
}

export type Found = { skills: FoundSkill[]; corrected: string | null }

/** How many candidates the index proposes, for words and types together. */
const MAX_CANDIDATES = 50

export async function findSkills(ctx: Context, request: FindRequest): Promise<Found> {
  const { query = '', have, want, unlisted } = request
  const isOnly = unlisted?.isOnly ?? false
  const typed = [...(have ? [have] : []), ...(want ? [want] : [])].length
  const perSource = Math.floor(MAX_CANDIDATES / Math.max(1, (query ? 1 : 0) + typed))
  const [words, taking, returning] = isOnly
    ? [NO_WORDS, [], []]
    : await Promise.all([
        query ? findByWords(ctx, query, request.filters, perSource) : NO_WORDS,
        have ? proposeTaking(ctx, have, request.filters, perSource) : [],
        want ? proposeReturning(ctx, want, request.filters, perSource) : [],
      ])
  const own = (unlisted?.rows ?? []).filter((row) => fitsFilters(row, request.filters))
  const ranks = new Map([...words.ranks, ...rankUnlisted(own, query)])
  const candidates = new Map([...words.rows, ...taking, ...returning, ...own].map((row) => [row.name, row]))
  const judged = [...candidates.values()].map((row) => judge(row, request, ranks.get(row.name)))
  const skills = judged
    .filter((found) => isWorthShowing(found, request))
    .map((each) => ({ each, score: scoreOf(each, request) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, request.limit)
    .map(({ each }) => completeSkill(each, request))
  return { skills, corrected: words.corrected }
}

type Words = { rows: CandidateRow[]; ranks: Map<string, number>; corrected: string | null }
const NO_WORDS: Words = { rows: [], ranks: new Map(), corrected: null }

async function findByWords(
  ctx: Context,
  query: string,
  { runtime, ...limits }: CandidateFilters,
  limit: number,
): Promise<Words> {
  const q = [...query].slice(0, MAX_CATALOG_QUERY_CHARS).join('')
  const { cards, corrected } = await searchCatalog(ctx, { ...EVERYTHING, q, runtime }, limit, limits)
  const names = cards.map(({ name }) => name)
  const rows = names.length > 0 ? await findEntriesByName(ctx.db, names) : []
  return { rows, ranks: new Map(names.map((name, rank) => [name, rank])), corrected }
}

async function proposeTaking(
  { db }: Context,
  have: Held,
  filters: CandidateFilters,
  limit: number,
): Promise<CandidateRow[]> {
  const { names, typed, types } = featuresOfHeld(have.schema)
  const proposing = await rarestFeatures(db, 'takes', names.length > 0 ? names : types)
  return findTaking(db, { ...filters, proposing, features: [...names, ...typed, ...types], limit })
}

async function proposeReturning(
  { db }: Context,
  want: Held,
  filters: CandidateFilters,
  limit: number,
): Promise<CandidateRow[]> {
  const { names, typed, types } = featuresOfHeld(want.schema)
  const proposing = await rarestFeatures(db, 'returns', names.length > 0 ? names : types)
  return findReturning(db, { ...filters, proposing, features: [...names, ...typed, ...types], limit })
}

/** Up to this many entries together are proposed by rare features; the others would bring thousands. */
const MAX_PROPOSED = 2_000

async function rarestFeatures(
  db: Context['db'],
  column: 'takes' | 'returns',
  features: readonly string[],
): Promise<string[]> {
  const counts = await countFeatures(db, column, features)
  const rarestFirst = features.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
  let sum = 0
  return rarestFirst.filter((feature, index) => {
    sum += counts.get(feature) ?? 0
    return index === 0 || sum <= MAX_PROPOSED
  })
}

type Judged = CandidateRow & { have?: HaveFit; want?: WantFit; wordRank?: number }

function judge(row: CandidateRow, { have, want }: FindRequest, wordRank: number | undefined): Judged {
  const { contract } = row
  return {
    ...row,
    ...(wordRank !== undefined && { wordRank }),
    ...(contract && have && { have: judgeHave(have, contract) }),
    ...(contract && want && { want: judgeWant(want.schema, contract) }),
  }
}

function isWorthShowing({ wordRank, have, want }: Judged, request: FindRequest): boolean {
  if (wordRank !== undefined) return true
  const isTaken = !request.have || (have !== undefined && have.kind !== 'none')
  const isReturned = !request.want || (want !== undefined && want.kind !== 'none')
  return isTaken && isReturned
}

const POINTS: Record<FitKind, number> = { as_is: 4, coerced: 3, partial: 1.5, any: 0.2, none: 0 }

/** Types first, since they decide whether a call works; words decide between contracts that fit. */
function scoreOf({ have, want, wordRank, contract }: Judged, { have: held }: FindRequest): number {
  const words = wordRank === undefined ? 0 : 3 / (1 + wordRank / 5)
  const types = (have ? POINTS[have.kind] : 0) + (want ? POINTS[want.kind] : 0)
  return words + types + (have && held && contract ? specificity(have, held) : 0)
}

/** From 0 to 1: how much of what the caller has is used, less what is missing. */
function specificity({ kind, taken, missing }: HaveFit, held: Held): number {
  if (kind === 'any' || kind === 'none') return 0
  const { names } = featuresOfHeld(held.schema)
  const used = taken.size / Math.max(1, names.length)
  return Math.min(1, used) - missing.length / (1 + missing.length)
}

function completeSkill(judged: Judged, { query = '' }: FindRequest): FoundSkill {
  const { contract, have } = judged
  const call = contract ? exampleCall(contract, have) : undefined
  return {
    ...judged,
    why: describeFit(judged, splitQuery(query)),
    ...(call && { call: { ...call, ...(have?.version && { version: have.version }) } }),
  }
}

/** Whether a skill of `unlisted` is within the filters. Nobody else has run it, so it has no evidence. */
function fitsFilters(row: CandidateRow, filters: EntryLimits & Pick<CandidateFilters, 'runtime'>): boolean {
  const { runtime, maxPriceMicros, riskAtMost, minSuccess, minOrganisations = 0 } = filters
  if (runtime && row.runtime !== runtime) return false
  if (maxPriceMicros !== undefined && row.priceMicros > maxPriceMicros) return false
  if (riskAtMost && RISKS.indexOf(row.riskLevel as RiskLevel) > RISKS.indexOf(riskAtMost)) return false
  return minSuccess === undefined && minOrganisations === 0
}

const RISKS: readonly RiskLevel[] = ['read-only', 'writes', 'commands']

/** Ranks skills outside the catalogue by the share of the words that their texts have. */
function rankUnlisted(rows: readonly CandidateRow[], query: string): [string, number][] {
  const words = splitQuery(query).filter(Boolean)
  if (words.length === 0) return []
  return rows.flatMap(({ name, title, description }): [string, number][] => {
    const text = ` ${splitQuery(`${title} ${name.replaceAll(/[._]/g, ' ')} ${description}`).join(' ')}`
    const found = words.filter((word) => text.includes(` ${word}`)).length
    return found === 0 ? [] : [[name, Math.round(10 * (1 - found / words.length))]]
  })
}

/** Whether a call with what the caller has returns what they need. */
export function isComplete({ have, want }: Pick<FoundSkill, 'have' | 'want'>, request: FindRequest): boolean {
  const isGood = (kind: FitKind | undefined) =>
    kind !== undefined && FITS.indexOf(kind) <= FITS.indexOf('coerced')
  return (!request.have || isGood(have?.kind)) && (!request.want || isGood(want?.kind))
}
