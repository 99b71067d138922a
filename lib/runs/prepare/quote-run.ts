/** Quotes prices, also for visitors: docs/spec/execution.md §5. */

import { type Context, requireViewer } from '../../context/context.ts'
import type {
  RiskLevel,
  SkillDocument,
  SkillSetDocument,
} from '../../contracts/document/skillset-document.ts'
import { riskIn } from '../../contracts/permissions/permission-lines.ts'
import { ignoreAppError } from '../../kernel/errors.ts'
import { dryRunPriceOf, formatMicros, formatMicrosOrNull, itemPriceOf, priceOf } from '../../kernel/money.ts'
import { findBalances } from '../../money/rows/ledger.ts'
import { listNamesOfSkill } from '../../publishing/rows/former-names.ts'
import { createCallContext } from '../resolve/create-run-context.ts'
import { resolveSkill, resolveSkillFor, type SkillRequest } from '../resolve/resolve-skill.ts'
import type { Runnable } from '../resolve/runnable.ts'
import { measureRuns } from '../rows/evidence.ts'
import type { RunTerms } from '../rows/runs.ts'
import { priceCalls, priceRun, type RunPrice, refusesDryRun } from './price-run.ts'
import { findReach, type Reach } from './skill-reach.ts'

export type Quote = {
  /** The most that a run with its calls can cost, in decimal USDC. */
  price: string
  /** The part of `price` that is for calls. */
  priceOfCalls: string
  terms: RunTerms['terms']
  /** Set if each item of a list in the output is paid, up to `price`. */
  perItem?: { amount: string; list: string }
  /** Null if the skill refuses dry runs. */
  dryRunPrice: string | null
  /** Absent for visitors. */
  balance?: string
  durationMs: { p50: number | null; p95: number | null }
  outputBytes: { p50: number | null; p95: number | null }
  riskLevel: RiskLevel
  sideEffects: string[]
}

type Quotable = {
  name: string
  version?: string
  skill: SkillDocument | Pick<SkillDocument, 'pricing' | 'dryRun' | 'riskLevel' | 'sideEffects'>
}

/** Returns what a run costs the viewer, how long it takes and what it may change; for visitors, the list price. */
export async function quoteRun(ctx: Context, { name, version, skill }: Quotable): Promise<Quote> {
  const organisationId = ctx.viewer?.organisationId
  const [{ price, dryRunMicros, reach }, sizes, balances] = await Promise.all([
    termsFor(ctx, { name, version, skill }),
    listNamesOfSkill(ctx.db, name).then((names) => measureRuns(ctx.db, names, organisationId)),
    organisationId && findBalances(ctx.db, [`wallet:${organisationId}`]),
  ])
  return {
    price: formatMicros(price.priceMicros + price.childrenMicros),
    priceOfCalls: formatMicros(price.childrenMicros),
    terms: price.terms,
    ...(price.itemMicros !== null && skill.pricing?.perItem && { perItem: skill.pricing.perItem }),
    dryRunPrice: formatMicrosOrNull(dryRunMicros),
    ...(balances && { balance: formatMicros(balances[`wallet:${organisationId}`] ?? 0n) }),
    durationMs: { p50: sizes.p50Ms, p95: sizes.p95Ms },
    outputBytes: { p50: sizes.p50OutputBytes, p95: sizes.p95OutputBytes },
    riskLevel: reach.riskLevel,
    sideEffects: reach.sideEffects,
  }
}

/** Returns the most that a run and its calls can cost, in micro-USDC. Throws as `resolveSkill`. */
export async function quotePrice(ctx: Context, request: { name: string; version: string }): Promise<bigint> {
  const viewer = requireViewer(ctx)
  const runnable = await resolveSkill(ctx, request)
  const calls = createCallContext({ acting: { ...ctx, viewer }, runnable })
  const { priceMicros, childrenMicros } = await priceRun(calls, runnable, {})
  return priceMicros + childrenMicros
}

export type CallsQuote = {
  priceOfCalls: string
  riskLevel: RiskLevel
}

/** Returns what the calls of a skill can cost, and the highest risk that they or the skill itself have. */
export async function quoteCalls(
  ctx: Context,
  quotable: Quotable & { document: Pick<SkillSetDocument, 'permissions'> },
): Promise<CallsQuote> {
  const { document, skill } = quotable
  if (!document.permissions?.skills?.length) return { priceOfCalls: '0', riskLevel: riskIn(document, skill) }
  const { price, reach } = await termsFor(ctx, quotable)
  return { priceOfCalls: formatMicros(price.childrenMicros), riskLevel: reach.riskLevel }
}

type QuotedTerms = {
  price: RunPrice
  dryRunMicros: bigint | null
  reach: Pick<Reach, 'riskLevel' | 'sideEffects'>
}

async function termsFor(ctx: Context, { name, version, skill }: Quotable): Promise<QuotedTerms> {
  const runnable = await resolveFor(ctx, { name, version }).catch(ignoreAppError)
  const { viewer } = ctx
  const calls = runnable && viewer ? createCallContext({ acting: { ...ctx, viewer }, runnable }) : ctx
  const resolve = (request: SkillRequest) => resolveFor(calls, request)
  const { riskLevel = 'read-only', sideEffects = [] } = skill
  const reach = runnable ? await findReach(runnable, resolve) : { riskLevel, sideEffects }
  if (runnable && viewer) {
    const [price, dryRunMicros] = [await priceRun(calls, runnable, {}), await priceDryRun(calls, runnable)]
    return { price, dryRunMicros, reach }
  }
  const priceMicros = priceOf(skill)
  const childrenMicros = runnable ? await priceCalls(runnable, resolve) : 0n
  const dryRunOfCalls = runnable ? await priceCalls(runnable, resolve, { dryRun: true }) : 0n
  const own = dryRunPriceOf(skill)
  const itemMicros = itemPriceOf(skill)
  const price: RunPrice = {
    terms: priceMicros > 0n ? 'paid' : 'free',
    priceMicros,
    itemMicros,
    childrenMicros,
  }
  return { price, dryRunMicros: own === null ? null : own + dryRunOfCalls, reach }
}

async function priceDryRun(ctx: Context, runnable: Runnable): Promise<bigint | null> {
  if (refusesDryRun(runnable)) return null
  const { priceMicros, childrenMicros } = await priceRun(ctx, runnable, { dryRun: true })
  return priceMicros + childrenMicros
}

const VISITOR = { userId: '', organisationId: '', organisationName: '' }

function resolveFor(ctx: Context, request: SkillRequest): Promise<Runnable> {
  return ctx.viewer ? resolveSkill(ctx, request) : resolveSkillFor(ctx.db, VISITOR, request)
}
