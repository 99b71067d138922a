/** The search of list_skills: docs/spec/skills-protocol.md §2. */

import { type FindRequest, type FoundChain, type FoundSkill, findSkills } from '../../catalog/find-skills.ts'
import { RISKS, RUNTIMES } from '../../catalog/model/catalog-query.ts'
import { describeChain } from '../../catalog/model/describe-fit.ts'
import type { Held } from '../../catalog/model/held.ts'
import { listedContract } from '../../catalog/model/listed-contract.ts'
import { isComplete } from '../../catalog/model/rank-candidates.ts'
import { readHeld } from '../../catalog/read-held.ts'
import { runtimeOf } from '../../catalog/refresh-catalog-entries.ts'
import type { CandidateRow } from '../../catalog/rows/find-candidates.ts'
import { type Context, isLimitedKey, isWithinKey } from '../../context/context.ts'
import { riskIn } from '../../contracts/permissions/permission-lines.ts'
import type { NamedSkill } from '../../contracts/skill-folders/manifest.ts'
import { AppError, type Issue, ignoreAppError } from '../../kernel/errors.ts'
import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { formatMicros, formatPrice, parseMicros, priceOf } from '../../kernel/money.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { buildChainPlan } from '../../plans/planner/chain-plan.ts'
import { RUN_OPTION_SCHEMAS } from '../../runs/start/run-options.ts'
import { CHARS_PER_TOKEN } from './to-agent-result.ts'

export type UnlistedSkill = NamedSkill

const MAX_TOKENS = 8_000
const USUAL_TOKENS = 2_000

export const FIND_EXTRAS: { [field: string]: JsonSchema } = {
  query: { type: 'string', minLength: 1, maxLength: 2_000, description: 'Words or a sentence to search for' },
  have: { description: 'A JSON value that you have, or a JSON Schema of it. Skills that take it come first' },
  want: {
    description: 'A JSON Schema of what you need, or an example of it. Skills that return it come first',
  },
  max_price: { ...RUN_OPTION_SCHEMAS.max_price, description: 'The highest price of a run in USDC' },
  risk_at_most: { enum: [...RISKS], description: 'The highest risk level' },
  runtime: { enum: [...RUNTIMES] },
  min_success: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'The least share of runs that succeeded',
  },
  min_organisations: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    description: 'The least number of other organisations that used it in 30 days',
  },
  max_tokens: {
    type: 'integer',
    minimum: 200,
    maximum: MAX_TOKENS,
    description: `The longest answer of a search, about; ${USUAL_TOKENS} by default`,
  },
}

const SEARCHING = Object.keys(FIND_EXTRAS).filter((name) => name !== 'max_tokens')

export function isSearch(sent: JsonObject): boolean {
  return SEARCHING.some((name) => Object.hasOwn(sent, name))
}

type SearchParams = {
  query?: string
  have?: Json
  want?: Json
  max_price?: string | number
  risk_at_most?: (typeof RISKS)[number]
  runtime?: (typeof RUNTIMES)[number]
  min_success?: number
  min_organisations?: number
  namespace?: string
  limit?: number
  cursor?: string
  max_tokens?: number
}

const USUAL_SKILLS = 10
const MAX_SKILLS = 50
/** What validation needs for larger values would delay other callers. */
const MAX_HELD_CHARS = 256 * 1024

/** Returns the best skills that fit into `max_tokens`. Throws INVALID_INPUT for a schema that cannot be read, for a cursor, and if it takes too long. */
export async function findForAgent(
  ctx: Context,
  sent: JsonObject,
  unlisted: { skills: readonly UnlistedSkill[]; isOnly: boolean },
): Promise<JsonObject> {
  const params = sent as SearchParams
  const [{ held: have, issues: ofHave }, { held: want, issues: ofWant }] = await Promise.all([
    readParam(ctx, params, 'have'),
    readParam(ctx, params, 'want'),
  ])
  const issues = [...checkCursor(params), ...ofHave, ...ofWant]
  if (issues.length > 0)
    throw new AppError('INVALID_INPUT', { message: 'Invalid search. See details.', issues })
  const { query, max_price, risk_at_most, runtime, min_success, min_organisations, namespace } = params
  const limit = Math.min(MAX_SKILLS, params.limit ?? USUAL_SKILLS)
  const request: FindRequest = {
    ...(query !== undefined && { query: isStorable(query) ? query : '' }),
    ...(have && { have }),
    ...(want && { want }),
    filters: {
      ...(max_price !== undefined && { maxPriceMicros: parseMicros(formatPrice(max_price)) }),
      ...(risk_at_most && { riskAtMost: risk_at_most }),
      ...(runtime && { runtime }),
      ...(min_success !== undefined && { minSuccess: min_success }),
      ...(min_organisations && { minOrganisations: min_organisations }),
      ...(namespace !== undefined && { namespace }),
    },
    limit: isLimitedKey(ctx) ? MAX_SKILLS : limit,
    unlisted: { rows: unlisted.skills.map(asCandidate), isOnly: unlisted.isOnly },
    // Plans are checked with the installations and the policy of an organisation.
    maxChains: ctx.viewer ? MAX_CHAINS : 0,
  }
  const found = await findSkills(ctx, request)
  const { corrected } = found
  // What a key may not call is of no use to its holder.
  const isCallable = (name: string) =>
    isWithinKey(ctx, { skillSet: name.slice(0, name.lastIndexOf('.')), skill: name })
  const skills = found.skills.filter(({ name }) => isCallable(name)).slice(0, limit)
  const chains = found.chains.filter(({ rows }) => rows.every(({ name }) => isCallable(name)))
  const described = skills.map((each) => describe(each, request, max_price))
  const maxTokens = params.max_tokens ?? USUAL_TOKENS
  const plans = cutToTokens(await describeChains(ctx, chains, request), maxTokens / 2, 0)
  const taken = plans.length === 0 ? 0 : JSON.stringify(plans).length / CHARS_PER_TOKEN
  return {
    skills: cutToTokens(described, maxTokens - taken, 1),
    ...(plans.length > 0 && { chains: plans }),
    next_cursor: null,
    ...(corrected !== null && { searched_for: corrected }),
  }
}

function checkCursor({ cursor }: SearchParams): Issue[] {
  if (cursor === undefined) return []
  const message = 'cannot be used with a search, which has one page: raise limit and max_tokens instead'
  return [{ path: '/cursor', message, keyword: 'cursor' }]
}

async function readParam(
  ctx: Context,
  params: SearchParams,
  name: 'have' | 'want',
): Promise<{ held?: Held; issues: Issue[] }> {
  const [sent, path] = [params[name], `/${name}`]
  if (sent === undefined) return { issues: [] }
  if (JSON.stringify(sent).length <= MAX_HELD_CHARS) return readHeld(ctx, sent, path)
  const message = 'is longer than 256 KiB: send a part of it, or its schema'
  return { issues: [{ path, message, keyword: 'maxLength' }] }
}

function asCandidate({ name, document, skill }: UnlistedSkill): CandidateRow {
  return {
    name,
    title: skill.name,
    description: skill.description,
    versionNumber: document.version,
    kind: skill.kind ?? 'action',
    runtime: runtimeOf(skill),
    riskLevel: riskIn(document, skill),
    priceMicros: priceOf(skill),
    contract: listedContract(document, skill),
  }
}

function describe(
  found: FoundSkill,
  request: FindRequest,
  maxPrice: string | number | undefined,
): JsonObject {
  const { name, versionNumber, description, kind, riskLevel, priceMicros, why, call, have, want } = found
  return {
    name,
    version: versionNumber,
    kind,
    description: cutText(description, MAX_DESCRIPTION_CHARS),
    why,
    ...(have && {
      takes: have.kind,
      ...(have.missing.length > 0 && have.kind === 'partial' && { missing: have.missing }),
    }),
    ...(want && { returns: want.kind, ...(want.at && { returns_at: want.at }) }),
    ...((request.have || request.want) && { fits: isComplete(found, request) }),
    price: formatMicros(priceMicros),
    risk_level: riskLevel,
    ...(call ? describeCall(name, call, maxPrice) : kind === 'action' && NO_CALL),
  }
}

const MAX_DESCRIPTION_CHARS = 160
const MAX_ARG_CHARS = 600

const NO_CALL: JsonObject = {
  call_omitted: 'No short example of a call that runs is known. Call describe_skill.',
}

/** Leaves out a call that would fill the answer. */
function describeCall(
  name: string,
  { args, placeholders, version }: NonNullable<FoundSkill['call']>,
  maxPrice: string | number | undefined,
): JsonObject {
  const length = JSON.stringify(args).length
  const options = { ...(version && { version }), ...(maxPrice !== undefined && { max_price: maxPrice }) }
  if (length > MAX_ARG_CHARS)
    return { call_omitted: `The example has ${length} characters. Call describe_skill.` }
  return {
    call: { name, ...options, args },
    ...(placeholders.length > 0 && { replace: placeholders }),
  }
}

/** Texts of publishers are quoted in the context of a model: hidden characters could carry instructions. */
function cutText(text: string, chars: number): string {
  const shown = text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ').trim()
  return shown.length > chars ? `${shown.slice(0, chars - 1).toWellFormed()}…` : shown
}

/** Returns the first entries that fit, but at least `least`. */
function cutToTokens(entries: readonly JsonObject[], maxTokens: number, least: number): JsonObject[] {
  let left = (maxTokens - 40) * CHARS_PER_TOKEN
  const end = entries.findIndex((each) => {
    left -= JSON.stringify(each).length + 1
    return left < 0
  })
  return entries.slice(0, end < 0 ? undefined : Math.max(least, end))
}

const MAX_CHAINS = 3

/** Leaves out chains that the check of plans refuses, and those above the caller's limits. */
async function describeChains(
  ctx: Context,
  chains: readonly FoundChain[],
  { query, filters }: FindRequest,
): Promise<JsonObject[]> {
  const described = chains.map(async (chain): Promise<JsonObject[]> => {
    const [first, second] = chain.rows
    const goal = query || `${first.title}, then ${second.title}`
    const request = { goal: cutText(goal, MAX_DESCRIPTION_CHARS), limits: filters }
    const built = await buildChainPlan(ctx, chain, request).catch(ignoreAppError)
    if (!built) return []
    const { plan, placeholders, price } = built
    return [
      {
        why: describeChain(chain),
        price: price.label,
        plan,
        ...(placeholders.length > 0 && { replace: placeholders }),
      },
    ]
  })
  return (await Promise.all(described)).flat()
}
