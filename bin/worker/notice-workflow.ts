import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Context } from '#lib/context/context.ts'
import { STEP_RETRIES } from '#lib/kernel/db/workers.ts'
import { sendNextBatch } from '#lib/notices/fan-out-notice.ts'
import { listFailedWorkflows } from './plan-workflow.ts'

/** Sends notices in batches, each a step, so that a worker that takes over goes on with the next. */
export function noticeWorkflow({ db }: Pick<Context, 'db'>) {
  return async ({ fanOutId }: { fanOutId: string }): Promise<void> => {
    const send = () => DBOS.runStep(() => sendNextBatch(db, fanOutId), { name: 'send', ...STEP_RETRIES })
    while (await send());
  }
}

/** Goes on with notices whose workflow failed, such as in a long outage. */
export async function resumeFailedNotices({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const workflowId of await listFailedWorkflows('notices')) {
    const fanOutId = workflowId.slice('notices:'.length)
    while (await sendNextBatch(db, fanOutId));
  }
}
