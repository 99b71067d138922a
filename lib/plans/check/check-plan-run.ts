import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import { AppError, type Issue } from '../../kernel/errors.ts'
import { formatMicros } from '../../kernel/money.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseMaxPrice } from '../../runs/prepare/price-run.ts'
import type { RunContext } from '../../runs/resolve/create-run-context.ts'
import { type CheckedPlan, leastLeftMicros } from '../model/checks/check-plan.ts'
import { DRY_RUN, inDryRun, MISSING_ACCOUNT } from '../model/checks/check-tools.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import { type PlanCatalog, toolFor } from '../model/document/plan-tool.ts'
import { findPlanTools, listToolNames } from '../tools/find-plan-tools.ts'
import type { PlanVerdict } from '../views/plan-run-view.ts'
import { checkWithCatalog } from './check-for-viewer.ts'
import { judgeCall } from './judge-call.ts'
import { findPolicy } from './plan-policy.ts'

type PlanToRun = {
  plan: PlanDocument
  verdicts: PlanVerdict[]
  needsConfirmation: boolean
  maxPriceMicros: bigint | null
}

/**
 * Requires that the caller may run the plan, and returns the verdict for each step. `done` counts the calls of each step that a
 * resumed plan run has made already, which cost nothing now.
 *
 * Throws UNAUTHENTICATED, INVALID_INPUT with the plan's problems,
 * PRECONDITION_FAILED for a dry run with a paid step that does not support it, POLICY_DENIED, PAYMENT_REQUIRED above
 * `maxPrice`, and TOOL_NOT_AVAILABLE for a step whose account is not ready.
 */
export async function checkPlanRun(
  ctx: Context,
  document: unknown,
  { maxPrice, dryRun = false }: { maxPrice?: string; dryRun?: boolean },
  done: ReadonlyMap<string, number> = new Map(),
): Promise<PlanToRun> {
  const viewer = requireViewer(ctx)
  requireScope(ctx, 'run')
  const catalog = await findPlanTools(ctx, listToolNames(document))
  const checked = await checkWithCatalog(ctx, document, { catalog })
  const plan = requireRunnablePlan(checked)
  requireAccounts(plan, catalog)
  if (dryRun) requireDryRuns(checked)
  if (checked.riskLevel !== 'read-only') requireScope(ctx, 'write')
  const verdicts = await judgePlan({ ...ctx, viewer }, plan, catalog, dryRun)
  const least = () => leastLeftMicros(plan, dryRun ? inDryRun(catalog) : catalog, done)
  const maxPriceMicros = maxPrice === undefined ? null : requireAffordable(maxPrice, least)
  return {
    plan,
    verdicts,
    needsConfirmation: verdicts.some(({ verdict }) => verdict === 'confirm'),
    maxPriceMicros,
  }
}

function requireRunnablePlan({ plan, isRunnable, issues }: CheckedPlan): PlanDocument {
  if (plan && isRunnable) return plan
  const errors = issues.filter(({ severity }) => severity === 'error')
  throw new AppError('INVALID_INPUT', {
    message: 'Fix the problems in this plan before you run it.',
    issues: errors.map(({ path, message, keyword }): Issue => ({ path, message, keyword })),
  })
}

function requireAccounts({ steps }: PlanDocument, catalog: PlanCatalog): void {
  const missing = steps.flatMap(({ id, tool }, index) => {
    const account = toolFor(catalog, tool)?.missingAccount
    return account && !account.isCalled ? [{ ...account, id, path: `/steps/${index}/tool` }] : []
  })
  const [first] = missing
  if (!first) return
  throw new AppError('TOOL_NOT_AVAILABLE', {
    message: `Step “${first.id}”: ${first.message}`,
    issues: missing.map(({ path, message }): Issue => ({ path, message, keyword: MISSING_ACCOUNT })),
    suggestedAction: first.href
      ? 'An owner or admin of your organisation can do this under Settings → Integrations. Then start the plan again.'
      : 'Remove the step, or ask the operator of this site.',
    ...(first.href && { href: first.href }),
  })
}

function requireDryRuns({ issues }: CheckedPlan): void {
  const refusing = issues.filter(({ keyword }) => keyword === DRY_RUN)
  const [first] = refusing
  if (!first) return
  throw new AppError('PRECONDITION_FAILED', {
    message: `Step “${first.stepId}”: ${first.message}.`,
    issues: refusing.map(({ path, message, keyword }): Issue => ({ path, message, keyword })),
    suggestedAction: 'Run the plan without a dry run, or remove these steps.',
  })
}

async function judgePlan(
  acting: RunContext,
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
    message: `Your organisation’s approval policy does not allow this: ${issues[0]?.message}.`,
    issues,
    href: paths.planPolicy,
  })
}

function requireAffordable(maxPrice: string, leastMicros: () => bigint): bigint {
  const maxMicros = parseMaxPrice(maxPrice)
  const minimumMicros = leastMicros()
  if (minimumMicros <= maxMicros) return maxMicros
  throw new AppError('PAYMENT_REQUIRED', {
    message: `This plan costs at least ${formatMicros(minimumMicros)} USDC, more than the ${formatMicros(maxMicros)} USDC you allow.`,
    suggestedAction: 'Allow more, or remove the most expensive steps.',
  })
}
