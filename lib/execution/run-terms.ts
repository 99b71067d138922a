/**
 * What a run will cost, and why. Floor 3.
 *
 * The price stands in the document that runs. Free are drafts, rehearsals, and what the caller's own organisation
 * publishes, or another one whose earnings are in the caller's hands: credit that one of a person's organisations was
 * given does not become what the other one earned. A run that may call other skills puts their prices aside too, each once.
 * Source: specification "Execution", Money; Limits and refusals (child runs).
 */
import type { Context } from '../context.ts'
import { amountOf, parseAmount, priceOf } from '../contract/money/money.ts'
import type { RunTerms } from '../db/runs.ts'
import { AppError } from '../errors.ts'
import { declaredSkills, leaveOut, siblingOf } from './find-declared.ts'
import { type AskedSkill, type Runnable, resolveSkill } from './resolve-skill.ts'

export type Price = Pick<RunTerms, 'terms' | 'priceMicros'> & {
  /** Of the skills it may call, each once. */
  childrenMicros: bigint
}

type PriceOptions = { dryRun?: boolean; parent?: unknown }

/** Which skill a name means, and throws an AppError where it means none. */
type Resolve = (asked: AskedSkill) => Promise<Runnable>

/** A rehearsal costs nothing at all, and what a child may call is in what the run at the top put aside. */
export async function priceRun(
  ctx: Context,
  runnable: Runnable,
  { dryRun, parent }: PriceOptions,
): Promise<Price> {
  if (dryRun) return { terms: 'dry_run', priceMicros: 0n, childrenMicros: 0n }
  const childrenMicros = parent ? 0n : await priceCalls(runnable, (asked) => resolveSkill(ctx, asked))
  return { ...ownPrice(runnable), childrenMicros }
}

/** What the skills cost that it may call, and that those may call: each once. */
export function priceCalls(runnable: Runnable, resolve: Resolve): Promise<bigint> {
  return priceChildren(runnable, resolve, new Set([runnable.name]))
}

function ownPrice({ mode, isOwn, isEarner, skill }: Runnable): Pick<Price, 'terms' | 'priceMicros'> {
  if (mode === 'development') return { terms: 'draft', priceMicros: 0n }
  const priceMicros = priceOf(skill)
  if (priceMicros === 0n) return { terms: 'free', priceMicros }
  return isOwn || isEarner ? { terms: 'own', priceMicros: 0n } : { terms: 'paid', priceMicros }
}

/** What cannot be resolved cannot be called, and costs nothing. */
async function priceChildren(runnable: Runnable, resolve: Resolve, seen: Set<string>): Promise<bigint> {
  let sum = 0n
  for (const { name, range } of declaredSkills(runnable)) {
    if (seen.has(name)) continue
    seen.add(name)
    const child = siblingOf(runnable, name) ?? (await resolve({ name, version: range }).catch(leaveOut))
    if (child) sum += ownPrice(child).priceMicros + (await priceChildren(child, resolve, seen))
  }
  return sum
}

/** Micro-USDC. Throws INVALID_INPUT for what is no amount. */
export function readMaxPrice(maxPrice: string): bigint {
  const most = parseAmount(maxPrice)
  if (most !== null) return most
  const message = 'The highest price is a decimal number like "0.05", with at most 6 digits after the point.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/max_price', message }] })
}

/** Throws PAYMENT_REQUIRED when the run may cost more than the caller allows, INVALID_INPUT for what is no amount. */
export function requireMaxPrice(totalMicros: bigint, maxPrice: string | undefined): void {
  if (maxPrice === undefined) return
  const most = readMaxPrice(maxPrice)
  if (totalMicros <= most) return
  throw new AppError('PAYMENT_REQUIRED', {
    message: `This run costs ${amountOf(totalMicros)} USDC, more than the ${amountOf(most)} you allow.`,
    suggestedAction: 'Allow more, or choose another skill.',
  })
}
