/**
 * Prices runs as in docs/spec/execution.md §5. Skills are free for organisations that share earnings with the caller:
 * otherwise credit given to one of a person's organisations could become earnings of another.
 */
import type { Context } from '../../context/context.ts'
import { isPricedInstruction } from '../../contracts/document/instruction-text.ts'
import { AppError, ignoreAppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { dryRunPriceOf, formatMicros, itemPriceOf, parseAmount, priceOf } from '../../kernel/money.ts'
import type { RunContext } from '../resolve/create-run-context.ts'
import { declaredSkills, findSibling, resolveSkill, type SkillRequest } from '../resolve/resolve-skill.ts'
import type { Runnable, RunOptions } from '../resolve/runnable.ts'
import type { RunTerms } from '../rows/runs.ts'
import type { RunInput } from './prepare-run-input.ts'
import { findPurchaseRun } from './purchase.ts'

export type RunPrice = Pick<RunTerms, 'terms' | 'priceMicros' | 'itemMicros'> & {
  childrenMicros: bigint
}

async function priceText(ctx: Context, runnable: Runnable): Promise<Pick<RunPrice, 'terms' | 'priceMicros'>> {
  if (isFreeFor(runnable))
    return { terms: runnable.mode === 'development' ? 'draft' : 'own', priceMicros: 0n }
  const isBought = (await findPurchaseRun(ctx.db, runnable)) !== null
  return isBought
    ? { terms: 'free', priceMicros: 0n }
    : { terms: 'purchase', priceMicros: priceOf(runnable.skill) }
}

type PriceOptions = { dryRun?: boolean; parent?: unknown }

type Resolve = (request: SkillRequest) => Promise<Runnable>

/**
 * Returns the price of a run and, for a root, the most that all its calls can cost, which its hold includes. Throws
 * PRECONDITION_FAILED for an unsupported dry run.
 */
export async function priceRun(
  ctx: Context,
  runnable: Runnable,
  { dryRun, parent }: PriceOptions,
): Promise<RunPrice> {
  if (dryRun) requireDryRun(runnable)
  // The text of instructions calls nothing, and is paid once.
  if (isPricedInstruction(runnable.skill))
    return { ...(await priceText(ctx, runnable)), itemMicros: null, childrenMicros: 0n }
  const resolve: Resolve = (request) => resolveSkill(ctx, request)
  const childrenMicros = parent ? 0n : await priceCalls(runnable, resolve, { dryRun })
  return { ...ownPrice(runnable, dryRun), childrenMicros }
}

/**
 * Returns the price of a run with its prepared input. Throws PRECONDITION_FAILED for an unsupported dry run, and
 * PAYMENT_REQUIRED if it may cost more than `maxPrice`.
 */
export async function priceWithinLimit(
  ctx: RunContext,
  runnable: Runnable,
  { parent, maxPrice }: Pick<RunOptions, 'parent' | 'maxPrice'>,
  { value, dryRun }: RunInput,
): Promise<RunPrice> {
  // The calls of a tool depend on its input, those of a skill on its document.
  const { db, viewer: caller } = ctx
  const skills = dryRun ? undefined : await runnable.tool?.runsSkills?.(value as JsonObject, { db, caller })
  const document = skills ? { ...runnable.document, permissions: { skills } } : runnable.document
  const price = await priceRun(ctx, { ...runnable, document }, { dryRun, parent })
  requireMaxPrice(price.priceMicros + price.childrenMicros, maxPrice)
  return price
}

/**
 * Throws PRECONDITION_FAILED for a paid skill that does not support dry runs: its handler might ignore the flag and
 * deliver a paid output for free.
 */
export function requireDryRun(runnable: Runnable): void {
  if (!refusesDryRun(runnable)) return
  throw new AppError('PRECONDITION_FAILED', {
    message: `${runnable.name} has a price and does not support dry runs.`,
    issues: [{ path: '/dry_run', keyword: 'dryRun', message: 'is not supported by this skill' }],
    suggestedAction: 'Run it without a dry run, or choose another skill.',
  })
}

/** Returns true for a paid skill without dry runs. */
export function refusesDryRun(runnable: Runnable): boolean {
  return !isFreeFor(runnable) && dryRunPriceOf(runnable.skill) === null
}

function isFreeFor({ mode, isPublisherOrganisation, isPublisherAdmin }: Runnable): boolean {
  return mode === 'development' || isPublisherOrganisation || isPublisherAdmin === true
}

/** Returns the most that all calls can cost together, in micro-USDC. */
export function priceCalls(runnable: Runnable, resolve: Resolve, { dryRun = false } = {}): Promise<bigint> {
  return priceChildren(runnable, { resolve, dryRun, seen: new Set([runnable.name]) })
}

function ownPrice(runnable: Runnable, dryRun = false): Omit<RunPrice, 'childrenMicros'> {
  const { mode, skill } = runnable
  const priceMicros = (dryRun ? dryRunPriceOf(skill) : priceOf(skill)) ?? 0n
  const isFree = isFreeFor(runnable) || priceMicros === 0n
  if (!isFree) return { terms: 'paid', priceMicros, itemMicros: dryRun ? null : itemPriceOf(skill) }
  const free = { priceMicros: 0n, itemMicros: null }
  if (dryRun) return { terms: 'dry_run', ...free }
  if (mode === 'development') return { terms: 'draft', ...free }
  return { terms: priceMicros === 0n ? 'free' : 'own', ...free }
}

type Pricing = { resolve: Resolve; dryRun: boolean; seen: Set<string> }

/** Skills that cannot be resolved cost nothing, because calling them fails. Each skill counts once, also in a cycle. */
async function priceChildren(runnable: Runnable, pricing: Pricing): Promise<bigint> {
  const { resolve, dryRun, seen } = pricing
  let sum = 0n
  for (const { name, range } of declaredSkills(runnable)) {
    if (seen.has(name)) continue
    seen.add(name)
    const child =
      findSibling(runnable, name) ?? (await resolve({ name, version: range }).catch(ignoreAppError))
    if (!child || (child.name !== name && seen.has(child.name))) continue
    seen.add(child.name)
    if (child.skill.kind === 'instruction') continue
    sum += ownPrice(child, dryRun).priceMicros + (await priceChildren(child, pricing))
  }
  return sum
}

/** Returns a decimal price in micro-USDC. Throws INVALID_INPUT if it is not an amount. */
export function parseMaxPrice(maxPrice: string): bigint {
  const maxMicros = parseAmount(maxPrice)
  if (maxMicros !== null) return maxMicros
  const message = 'The maximum price must be a decimal number like "0.05", with at most 6 decimal places.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/max_price', message }] })
}

/** Throws PAYMENT_REQUIRED if the run may cost more than `maxPrice`, INVALID_INPUT if that is not an amount. */
function requireMaxPrice(totalMicros: bigint, maxPrice: string | undefined): void {
  if (maxPrice === undefined) return
  const maxMicros = parseMaxPrice(maxPrice)
  if (totalMicros <= maxMicros) return
  const price = formatMicros(totalMicros)
  throw new AppError('PAYMENT_REQUIRED', {
    message: `This run costs up to ${price} USDC, more than the ${formatMicros(maxMicros)} you allow.`,
    suggestedAction: 'Allow more, or choose another skill.',
    issues: [
      { path: '/max_price', message: `must be at least ${price}`, keyword: 'max_price', params: { price } },
    ],
  })
}
