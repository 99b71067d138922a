/** The automation run's id is the idempotency key. */

import type { Context } from '../context/context.ts'
import { AppError, toPublicError } from '../kernel/errors.ts'
import { digestOf } from '../kernel/json/digest-of.ts'
import { isObject, type Json } from '../kernel/json/json.ts'
import { formatMicros } from '../kernel/money.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { findSavedPlanById } from '../plans/rows/saved-plan-rows.ts'
import { startPlanRun } from '../plans/start/start-plan-run.ts'
import { createRunContext } from '../runs/resolve/create-run-context.ts'
import { startRun } from '../runs/start/start-run.ts'
import { endAutomationRun } from './end-automation-run.ts'
import type { AutomationEvent } from './model/automation-trigger.ts'
import { type AutomationWithParts, findAutomation } from './rows/automation-rows.ts'
import { type AutomationRunRow, findAutomationRun, moveAutomationRun } from './rows/automation-run-rows.ts'

const QUARANTINE_RECHECK_MS = 60_000

type Services = Pick<Context, 'db' | 'sandbox'>

/**
 * Starts the run of an occurrence once; a refusal ends the occurrence as failed, but for a quarantine, after which it
 * waits. Rejects if the outcome is unknown, and
 * may then be called again: the id is the idempotency key of the run.
 */
export async function startAutomationRun(ctx: Services, id: string): Promise<void> {
  const run = await findAutomationRun(ctx.db, { id })
  const automation = run?.state === 'starting' && (await findAutomation(ctx.db, { id: run.automationId }))
  if (!run || !automation) return
  try {
    const start = { channel: 'automation', what: 'automation', isStart: true } as const
    const acting = await createRunContext(ctx, automation, start)
    const started = automation.skillName
      ? await startSkill(acting, automation, run)
      : await startPlan(acting, automation, run)
    await moveAutomationRun(ctx.db, { id, from: 'starting' }, { state: 'started', ...started })
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'INTERNAL_ERROR') throw thrown
    // It starts when the quarantine has ended.
    if (thrown.code === 'SKILL_QUARANTINED') {
      const again = { state: 'waiting', dueAt: new Date(Date.now() + QUARANTINE_RECHECK_MS) } as const
      return void (await moveAutomationRun(ctx.db, { id, from: 'starting' }, again))
    }
    await failAutomationRun(ctx, run, thrown)
  }
}

export async function failAutomationRun(
  ctx: Pick<Services, 'db'>,
  { id, automationId }: Pick<AutomationRunRow, 'id' | 'automationId'>,
  thrown: unknown,
): Promise<void> {
  const end = { state: 'failed', error: toPublicError(thrown) } as const
  await endAutomationRun(ctx.db, { id, automationId, from: 'starting' }, end)
}

async function startSkill(acting: Context, automation: AutomationWithParts, { id, event }: AutomationRunRow) {
  const { skillName: name, version, timeZone, maxPriceMicros } = automation
  const { run } = await startRun(acting, {
    skill: { name, ...(version && { version }) },
    args: buildInput(automation, event),
    timeZone,
    maxPrice: formatMicros(maxPriceMicros),
    idempotencyKey: `automation-${id}`,
    isDeferred: true,
  })
  return { runId: run.id }
}

async function startPlan(acting: Context, automation: AutomationWithParts, { id }: AutomationRunRow) {
  const { organisationId, timeZone, maxPriceMicros, confirmedDigest, title, userId } = automation
  const savedPlanId = automation.savedPlanId ?? ''
  const plan = await findSavedPlanById(acting.db, { organisationId, id: savedPlanId })
  const confirmed = plan !== null && confirmedDigest === digestOf(plan.document)
  const { planRun, isRepeated } = await startPlanRun(acting, {
    savedPlanId,
    confirmed,
    timeZone,
    maxPrice: formatMicros(maxPriceMicros),
    idempotencyKey: `automation-${id}`,
  })
  if (planRun.state === 'waiting' && !isRepeated)
    await acting.db.$transaction((tx) =>
      sendNotice(tx, [userId], {
        kind: 'automation.waiting',
        title: `${title} waits for your confirmation`,
        body: confirmedDigest
          ? 'The plan was changed after you confirmed it. Review what it will do, then confirm this run.'
          : 'Review what the plan will do, then confirm this run.',
        href: paths.planRun(planRun.id),
      }),
    )
  return { planRunId: planRun.id }
}

/** Returns the input with the data of the event in the fields that the trigger names. */
function buildInput(
  { trigger, input }: Pick<AutomationWithParts, 'trigger' | 'input'>,
  event: AutomationEvent | null,
): Json {
  if (!event) return input
  const field = 'field' in trigger ? trigger.field : undefined
  const brought = event.kind === 'webhook' ? (event.payload as Json) : (event.paths[0] ?? '')
  const base = isObject(input) ? input : {}
  if (field !== undefined) return { ...base, [field]: brought }
  if (event.kind !== 'webhook') return input
  return isObject(brought) ? { ...base, ...brought } : brought
}
