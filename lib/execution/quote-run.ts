/**
 * What a run will probably be like, before it runs: its price for this caller, how long, how much, and what it
 * changes. Floor 3; open to visitors. Source: specification "Execution", Money: quote.
 */
import type { Context } from '../context.ts'
import { riskIn } from '../contract/document/skill-risk.ts'
import type { RiskLevel, SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { amountOf, priceOf } from '../contract/money/money.ts'
import { findBalances } from '../db/ledger.ts'
import { measureRuns } from '../db/run-sizes.ts'
import type { RunTerms } from '../db/runs.ts'
import { leaveOut } from './find-declared.ts'
import { type AskedSkill, type Runnable, resolveSkill, resolveSkillFor } from './resolve-skill.ts'
import { type Price, priceCalls, priceRun } from './run-terms.ts'
import { type Reach, reachOf } from './skill-reach.ts'

export type Quote = {
  /** The most that one run can cost this caller, decimal USDC: with what it may call. "0" is free. */
  price: string
  /** Of that, what the skills cost that it may call. */
  priceOfCalls: string
  terms: RunTerms['terms']
  /** What is in the wallet that would pay; absent for visitors. */
  balance?: string
  /** Of the last 30 days; null while there is nothing to measure. */
  durationMs: { p50: number | null; p95: number | null }
  outputBytes: { p50: number | null; p95: number | null }
  /** With what it may use and call. */
  riskLevel: RiskLevel
  sideEffects: string[]
}

type Quotable = {
  name: string
  version?: string
  skill: SkillDocument | Pick<SkillDocument, 'pricing' | 'riskLevel' | 'sideEffects'>
}

export async function quoteRun(ctx: Context, { name, version, skill }: Quotable): Promise<Quote> {
  const organisationId = ctx.viewer?.organisationId
  const [{ price, reach }, sizes, balances] = await Promise.all([
    termsFor(ctx, { name, version, skill }),
    measureRuns(ctx.db, name),
    organisationId && findBalances(ctx.db, [`wallet:${organisationId}`]),
  ])
  return {
    price: amountOf(price.priceMicros + price.childrenMicros),
    priceOfCalls: amountOf(price.childrenMicros),
    terms: price.terms,
    ...(balances && { balance: amountOf(balances[`wallet:${organisationId}`] ?? 0n) }),
    durationMs: { p50: sizes.p50Ms, p95: sizes.p95Ms },
    outputBytes: { p50: sizes.p50OutputBytes, p95: sizes.p95OutputBytes },
    riskLevel: reach.riskLevel,
    sideEffects: reach.sideEffects,
  }
}

/** What a skill's own document does not say of it: that is for what it may call to say. */
export type Calls = {
  /** What the skills cost at most that a run may call, decimal USDC; "0" when none costs this caller anything. */
  priceOfCalls: string
  /** The riskiest of the skill and of all that it may use and call. */
  riskLevel: RiskLevel
}

export async function quoteCalls(
  ctx: Context,
  asked: Quotable & { document: Pick<SkillSetDocument, 'permissions'> },
): Promise<Calls> {
  const { document, skill } = asked
  // Most skills call none.
  if (!document.permissions?.skills?.length) return { priceOfCalls: '0', riskLevel: riskIn(document, skill) }
  const { price, reach } = await termsFor(ctx, asked)
  return { priceOfCalls: amountOf(price.childrenMicros), riskLevel: reach.riskLevel }
}

type Terms = { price: Price; reach: Pick<Reach, 'riskLevel' | 'sideEffects'> }

/** What the caller would pay and set off; for what the caller cannot run, what stands in the document. */
async function termsFor(ctx: Context, { name, version, skill }: Quotable): Promise<Terms> {
  const runnable = await resolveFor(ctx, { name, version }).catch(leaveOut)
  const resolve = (asked: AskedSkill) => resolveFor(ctx, asked)
  const { riskLevel = 'read-only', sideEffects = [] } = skill
  const reach = runnable ? await reachOf(runnable, resolve) : { riskLevel, sideEffects }
  if (runnable && ctx.viewer) return { price: await priceRun(ctx, runnable, {}), reach }
  const priceMicros = priceOf(skill)
  const childrenMicros = runnable ? await priceCalls(runnable, resolve) : 0n
  return { price: { terms: priceMicros > 0n ? 'paid' : 'free', priceMicros, childrenMicros }, reach }
}

/** Nobody's own, a member of nothing. */
const VISITOR = { userId: '', organisationId: '', organisationName: '' }

/** A visitor is quoted what everybody may run. */
function resolveFor(ctx: Context, asked: AskedSkill): Promise<Runnable> {
  return ctx.viewer ? resolveSkill(ctx, asked) : resolveSkillFor(ctx.db, VISITOR, asked)
}
