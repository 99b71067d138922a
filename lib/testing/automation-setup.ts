import { endFinishedAutomationRuns } from '../automations/end-automation-run.ts'
import { enqueueDueAutomations } from '../automations/enqueue-due.ts'
import { createAutomation } from '../automations/manage-automations.ts'
import type { AutomationTrigger } from '../automations/model/automation-trigger.ts'
import { startAutomationRun } from '../automations/start-automation-run.ts'
import type { Context } from '../context/context.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { performPlan } from '../plans/perform/perform-plan.ts'
import { performDeferredRun } from '../runs/lifecycle/recover-run.ts'
import { contextFor, makePublishedVersion, makeUser } from './factories.ts'
import { returns } from './fake-sandbox.ts'
import { plainEngine } from './workflow-engines.ts'

export const runsOfAutomation = (automationId: string) =>
  database().automationRun.findMany({ where: { automationId }, orderBy: { id: 'asc' } })

export const automationRow = (id: string) => database().automation.findUniqueOrThrow({ where: { id } })

/** Starts, performs and ends what is due at `now`, like a worker. Returns all occurrences of the automation. */
export async function workOff({ db, sandbox }: Context, automationId: string, now = new Date()) {
  const ctx = { db, sandbox }
  await enqueueDueAutomations(ctx.db, now)
  for (const { id, state } of await runsOfAutomation(automationId)) {
    if (state !== 'starting') continue
    await startAutomationRun(ctx, id)
    const { runId, planRunId } = await database().automationRun.findUniqueOrThrow({ where: { id } })
    if (runId) await performDeferredRun(ctx, runId)
    if (planRunId) await performPlan(ctx, planRunId, plainEngine())
  }
  await endFinishedAutomationRuns(ctx.db)
  return runsOfAutomation(automationId)
}

const EVERY_DAY: AutomationTrigger = { kind: 'cron', cron: '0 9 * * *', missed: 'skip' }

export async function makeAutomation(ctx: Context, wanted: object): Promise<string> {
  return (await createAutomation(ctx, { title: 'Daily', trigger: EVERY_DAY, ...wanted })).id
}

/** Sets the automation's next time to `at`. */
export async function makeDue(id: string, at: Date): Promise<void> {
  await database().automation.update({ where: { id }, data: { nextAt: at } })
}

export const noticesOf = (userId: string) =>
  database().notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })

/** Returns 9 o’clock UTC, the daily time of these automations, `daysAgo` days ago. */
export const lastDueTime = (daysAgo = 1) => {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  at.setUTCHours(9, 0, 0, 0)
  return at
}

export async function setUpAutomation(sandbox = returns({ message: 'Hello.' })) {
  const { skillName } = await makePublishedVersion()
  const user = await makeUser()
  const ctx = await contextFor(user, { sandbox })
  return { ctx, user, skillName, call: { skill: skillName, input: { name: 'Ada' } } }
}
