/** Everything that may refuse a plan before it is started. Floor 3. */
import { type Context, requireScope, requireViewer } from '../context.ts'
import { paths } from '../contract/market/paths.ts'
import { amountOf } from '../contract/money/money.ts'
import { type CheckedPlan, checkPlan, leastLeftMicros } from '../contract/plan/check-plan.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import { type PlanCatalog, toolFor } from '../contract/plan/plan-tool.ts'
import { AppError, type Issue } from '../errors.ts'
import { readMaxPrice } from '../execution/run-terms.ts'
import { findPolicy } from './approval-policy.ts'
import type { ActingContext } from './context-of-plan.ts'
import { findPlanTools, toolNamesIn } from './find-plan-tools.ts'
import { judgeCall } from './judge-call.ts'
import type { PlanVerdict } from './plan-run-view.ts'

export type PlanToRun = {
  plan: PlanDocument
  verdicts: PlanVerdict[]
  /** A person has to say yes first. */
  asks: boolean
  maxPriceMicros: bigint | null
}

/**
 * Throws UNAUTHENTICATED, INVALID_INPUT with what is wrong with the plan, POLICY_DENIED for what the approval policy or
 * the caller's key forbids, and PAYMENT_REQUIRED for a plan that has to cost more than `maxPrice`; so many calls of
 * each step are `done`, and cost nothing any more.
 */
export async function checkPlanRun(
  ctx: Context,
  document: unknown,
  { maxPrice, dryRun = false }: { maxPrice?: string; dryRun?: boolean },
  done: ReadonlyMap<string, number> = new Map(),
): Promise<PlanToRun> {
  const viewer = requireViewer(ctx)
  requireScope(ctx, 'run')
  const catalog = await findPlanTools(ctx, toolNamesIn(document))
  const checked = checkPlan(document, catalog)
  const plan = requireRunnablePlan(checked)
  // Whatever changes something wants more of a key than what reads.
  if (checked.riskLevel !== 'read-only') requireScope(ctx, 'write')
  const verdicts = await judge({ ...ctx, viewer }, plan, catalog, dryRun)
  const least = () => leastLeftMicros(plan, catalog, done)
  const maxPriceMicros = maxPrice === undefined ? null : requireAffordable(maxPrice, least)
  return {
    plan,
    verdicts,
    asks: verdicts.some(({ verdict }) => verdict === 'confirm'),
    maxPriceMicros,
  }
}

function requireRunnablePlan({ plan, isRunnable, issues }: CheckedPlan): PlanDocument {
  if (plan && isRunnable) return plan
  const errors = issues.filter(({ severity }) => severity === 'error')
  throw new AppError('INVALID_INPUT', {
    message: 'The plan has to be mended before it can run.',
    issues: errors.map(({ path, message, keyword }): Issue => ({ path, message, keyword })),
  })
}

async function judge(
  acting: ActingContext,
  { steps }: PlanDocument,
  catalog: PlanCatalog,
  dryRun: boolean,
): Promise<PlanVerdict[]> {
  const policy = await findPolicy(acting.db, acting.viewer.organisationId)
  const verdicts: PlanVerdict[] = []
  for (const { id, tool: name, args } of steps) {
    const judged = await judgeCall(acting, policy, {
      name,
      tool: toolFor(catalog, name),
      args,
      isResolved: false,
      dryRun,
    })
    if (judged.verdict === 'allow') verdicts.push({ stepId: id, verdict: 'auto' })
    else {
      const verdict = judged.verdict === 'ask' ? 'confirm' : 'denied'
      verdicts.push({ stepId: id, verdict, reason: judged.reason })
    }
  }
  const issues = verdicts.flatMap(({ verdict, reason }, index) =>
    verdict === 'denied' ? [{ path: `/steps/${index}/tool`, keyword: 'policy', message: reason ?? '' }] : [],
  )
  if (issues.length === 0) return verdicts
  throw new AppError('POLICY_DENIED', {
    message: `The approval policy of your organisation says no: ${issues[0]?.message}.`,
    issues,
    href: paths.planPolicy,
  })
}

function requireAffordable(maxPrice: string, leastMicros: () => bigint): bigint {
  const most = readMaxPrice(maxPrice)
  const least = leastMicros()
  if (least <= most) return most
  throw new AppError('PAYMENT_REQUIRED', {
    message: `This plan costs at least ${amountOf(least)} USDC, more than the ${amountOf(most)} USDC you allow.`,
    suggestedAction: 'Allow more, or take out what costs most.',
  })
}
