import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Context } from '#lib/context/context.ts'
import { STEP_RETRIES } from '#lib/kernel/db/workers.ts'
import { endFanOut, gatherReach, performRecall, refundNext, tellNext } from '#lib/publishing/recalls/reach.ts'
import { listFailedWorkflows } from './plan-workflow.ts'

type Services = Pick<Context, 'db'>

/** Tells everyone whom a recall reaches and returns their money, in steps, so that a worker that takes over goes on. */
export function recallWorkflow(ctx: Services) {
  return async ({ recallId }: { recallId: string }): Promise<void> => {
    const step = <Value>(name: string, work: () => Promise<Value>) =>
      DBOS.runStep(work, { name, ...STEP_RETRIES })
    await step('gather', () => gatherReach(ctx, recallId))
    while (await step('tell', () => tellNext(ctx, recallId)));
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after
      after = await step('refund', () => refundNext(ctx, recallId, from))
    }
    await step('end', () => endFanOut(ctx, recallId))
  }
}

/** Goes on with recalls whose workflow failed, such as in a long outage. Those that were told have nothing left to do. */
export async function resumeFailedRecalls(ctx: Services): Promise<void> {
  for (const workflowId of await listFailedWorkflows('recall'))
    await performRecall(ctx, workflowId.slice('recall:'.length))
}
