/** Finds skills for programs, by words and by types: docs/spec/skills-protocol.md §2. */

import { type Context, workOwner } from '../context/context.ts'
import { RISK_LEVELS, type RiskLevel } from '../contracts/document/skillset-document.ts'
import { runInThread } from '../kernel/threads/run-in-thread.ts'
import { EVERYTHING, MAX_CATALOG_QUERY_CHARS } from './model/catalog-query.ts'
import {
  type Chain,
  type ChainCandidate,
  type chainCandidates,
  featuresToBridge,
} from './model/chain-candidates.ts'
import { featuresOfHeld } from './model/contract-features.ts'
import type { Held } from './model/held.ts'
import {
  type Candidate,
  isComplete,
  type RankedSkill,
  rankCandidates,
  type Sought,
} from './model/rank-candidates.ts'
import { splitQuery } from './model/searchable-text.ts'
import { namesForContent } from './model/text-content.ts'
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

export type FindRequest = Sought & {
  filters: CandidateFilters
  /** Skills that the catalogue does not list, such as private ones; with `isOnly`, the catalogue is not searched. */
  unlisted?: { rows: readonly CandidateRow[]; isOnly: boolean }
  /** How many chains of two skills to look for where no single skill does it; none by default. */
  maxChains?: number
}

export type FoundSkill = CandidateRow & RankedSkill

export type FoundChain = Chain & { rows: [first: CandidateRow, second: CandidateRow] }

export type Found = { skills: FoundSkill[]; chains: FoundChain[]; corrected: string | null }

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
        have ? proposeTaking(ctx, have, request.filters, { limit: perSource }) : [],
        want ? proposeReturning(ctx, want, request.filters, perSource) : [],
      ])
  const own = (unlisted?.rows ?? []).filter((row) => fitsFilters(row, request.filters))
  const ranks = new Map([...words.ranks, ...rankUnlisted(own, query)])
  const candidates = new Map([...words.rows, ...taking, ...returning, ...own].map((row) => [row.name, row]))
  const ranked = await rank(ctx, [...candidates.values()], request, ranks)
  const skills = ranked.map((found) => ({ ...candidates.get(found.name)!, ...found }))
  const isFound = ranked.some(
    (found) => isComplete(found, request) && (want || (ranks.get(found.name) ?? Infinity) < CLOSE_RANKS),
  )
  const chains = isFound ? [] : await findChains(ctx, [...candidates.values()], request, ranks)
  return { skills, chains, corrected: words.corrected }
}

/** Matches of the words after these are about something else. */
const CLOSE_RANKS = 5

/** Looks for a skill that turns what the caller has into what one of `rows` takes. */
async function findChains(
  ctx: Context,
  rows: readonly CandidateRow[],
  { have, want, filters, unlisted, maxChains = 0 }: FindRequest,
  ranks: ReadonlyMap<string, number>,
): Promise<FoundChain[]> {
  const seconds = rows.filter(({ name }) => want || (ranks.get(name) ?? Infinity) < CLOSE_RANKS)
  if (maxChains === 0 || !have || seconds.length === 0) return []
  const isSecond = new Set(seconds.map(({ name }) => name))
  const asCandidate = ({ name, contract }: CandidateRow): ChainCandidate => ({
    ...{ name, contract, wordRank: isSecond.has(name) ? ranks.get(name) : undefined },
  })
  const returning = featuresToBridge(seconds.map(asCandidate))
  const bridging =
    unlisted?.isOnly || returning.length === 0
      ? []
      : await proposeTaking(ctx, have, filters, { limit: MAX_CANDIDATES, returning })
  const byName = new Map([...bridging, ...rows].map((row) => [row.name, row]))
  const chains = await runInThread<typeof chainCandidates>(
    'chain-skills',
    [[...byName.values()].map(asCandidate), { have, want, limit: maxChains }],
    { owner: workOwner(ctx) },
  )
  return chains.map((chain) => ({ ...chain, rows: [byName.get(chain.first)!, byName.get(chain.second)!] }))
}

/** Uses a worker thread to compare schemas, which can take seconds for those of publishers. */
async function rank(
  ctx: Context,
  rows: readonly CandidateRow[],
  { query, have, want, limit }: FindRequest,
  ranks: ReadonlyMap<string, number>,
): Promise<RankedSkill[]> {
  const candidates = rows.map(
    ({ name, title, description, contract }): Candidate => ({
      ...{ name, title, description, contract, wordRank: ranks.get(name) },
    }),
  )
  const sought: Sought = { query, have, want, limit }
  if (!have && !want) return rankCandidates(candidates, sought)
  const owner = workOwner(ctx)
  return runInThread<typeof rankCandidates>('rank-skills', [candidates, sought], { owner })
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
  { limit, returning }: { limit: number; returning?: readonly string[] },
): Promise<CandidateRow[]> {
  const { names, typed, types } = featuresOfHeld(have.schema)
  // A text that is CSV is likely for a field of that name.
  const likely = have.content ? namesForContent(have.content) : []
  const proposing = await rarestFeatures(db, 'takes', names.length > 0 ? names : [...likely, ...types])
  const features = [...names, ...typed, ...likely, ...likely.map((name) => `${name}:string`), ...types]
  return findTaking(db, { ...filters, proposing, features, limit, ...(returning && { returning }) })
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

/** Whether a skill of `unlisted` is within the filters. Nobody else has run it, so it has no evidence. */
function fitsFilters(row: CandidateRow, filters: EntryLimits & Pick<CandidateFilters, 'runtime'>): boolean {
  const { runtime, maxPriceMicros, riskAtMost, minSuccess, minOrganisations = 0 } = filters
  if (runtime && row.runtime !== runtime) return false
  if (maxPriceMicros !== undefined && row.priceMicros > maxPriceMicros) return false
  if (riskAtMost && RISK_LEVELS.indexOf(row.riskLevel as RiskLevel) > RISK_LEVELS.indexOf(riskAtMost))
    return false
  return minSuccess === undefined && minOrganisations === 0
}

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
