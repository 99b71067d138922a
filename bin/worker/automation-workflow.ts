/** Every worker looks for due automations; one starts each. */
import { DBOS } from '@dbos-inc/dbos-sdk'
import { deleteOldAutomationRuns, endFinishedAutomationRuns } from '#lib/automations/end-automation-run.ts'
import { enqueueDueAutomations } from '#lib/automations/enqueue-due.ts'
import { findAutomationRun } from '#lib/automations/rows/automation-run-rows.ts'
import { failAutomationRun, startAutomationRun } from '#lib/automations/start-automation-run.ts'
import type { Context } from '#lib/context/context.ts'
import { repeat } from '#lib/kernel/background/repeat-work.ts'
import type { Database } from '#lib/kernel/db/prisma-client.ts'
import { STEP_RETRIES } from '#lib/kernel/db/workers.ts'
import { logUnlessExpected } from '#lib/kernel/logging/log.ts'

type Started = { automationRunId: string }

export function automationWorkflow(ctx: Pick<Context, 'db' | 'sandbox'>) {
  return async ({ automationRunId }: Started): Promise<void> => {
    try {
      await DBOS.runStep(() => startAutomationRun(ctx, automationRunId), { name: 'start', ...STEP_RETRIES })
    } catch (thrown) {
      logUnlessExpected(thrown)
      await DBOS.runStep(() => failRun(ctx, automationRunId, thrown), { name: 'give up', ...STEP_RETRIES })
    }
  }
}

async function failRun(ctx: Pick<Context, 'db'>, id: string, thrown: unknown): Promise<void> {
  const run = await findAutomationRun(ctx.db, { id })
  if (run) await failAutomationRun(ctx, run, thrown)
}

const DUE_MS = 1_000
const ENDED_MS = 2_000
const OLD_MS = 60 * 60_000

export function repeatAutomations(db: Database): void {
  repeat(() => enqueueDueAutomations(db), DUE_MS)
  repeat(() => endFinishedAutomationRuns(db), ENDED_MS)
  repeat(() => deleteOldAutomationRuns(db), OLD_MS)
}
