import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Context } from '#lib/context/context.ts'
import { STEP_RETRIES } from '#lib/kernel/db/workers.ts'
import { logFault } from '#lib/kernel/logging/log.ts'
import {
  completeRecalls,
  endFanOut,
  endRetraction,
  gatherReach,
  performRecall,
  refundNext,
  tellNext,
  tellOfRetractionNext,
} from '#lib/publishing/recalls/reach.ts'
import { listFailedWorkflows } from './plan-workflow.ts'

type Services = Pick<Context, 'db'>

type RecallTask = { recallId: string; isRetraction?: boolean }

/**
 * Tells everyone whom a recall reaches and returns their money, or tells them of its retraction, in steps, so that a worker
 * that takes over goes on.
 */
export function recallWorkflow(ctx: Services) {
  return async ({ recallId, isRetraction = false }: RecallTask): Promise<void> => {
    const step = <Value>(name: string, work: () => Promise<Value>) =>
      DBOS.runStep(work, { name, ...STEP_RETRIES })
    if (isRetraction) {
      for (let after: string | null = ''; after !== null; ) {
        const from: string = after
        after = await step('tell of retraction', () => tellOfRetractionNext(ctx, recallId, from))
      }
      await step('end retraction', () => endRetraction(ctx, recallId))
      return
    }
    await step('gather', () => gatherReach(ctx, recallId))
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after
      after = await step('tell', () => tellNext(ctx, recallId, from))
    }
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after
      after = await step('refund', () => refundNext(ctx, recallId, from))
    }
    await step('end', () => endFanOut(ctx, recallId))
  }
}

/**
 * Goes on with recalls whose workflow failed, such as in a long outage, and with what others could not do at once. One that
 * fails is logged.
 */
export async function resumeFailedRecalls(ctx: Services): Promise<void> {
  for (const workflowId of await listFailedWorkflows('recall')) {
    // `completeRecalls` tells of retractions.
    if (!workflowId.startsWith('recall:')) continue
    const recallId = workflowId.slice('recall:'.length)
    await performRecall(ctx, recallId).catch((thrown) =>
      logFault(thrown, 'a recall could not be performed', { recallId }),
    )
  }
  await completeRecalls(ctx)
}
