/**
 * The durable engine: which workflows there are, and the queues they wait in. Only this folder knows its library.
 *
 * Source: design note "Queues, plans, schedules", §5 and §6.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Context } from '#lib/context.ts'
import { APPLICATION, QUEUES } from '#lib/db/workflows.ts'
import { RUNS_AT_ONCE } from '#lib/execution/await-turn.ts'
import { performDeferred } from '#lib/execution/perform-deferred.ts'
import { hookWorkflow, registerHook } from './deliver-hook.ts'
import { planWorkflow, registerPlan } from './plan-workflow.ts'

/**
 * Constant, whatever is deployed: the default, a hash of the code, would leave what an older worker took to nobody.
 * Changed only when what a workflow does step by step is no longer what its steps on record say.
 */
const VERSION = 'workflows-1'

/** Runs that one worker performs side by side. */
const AT_ONCE = Number(process.env.GUILDHALL_WORKER_RUNS) || 4
/** Plans that one worker has in hand; they mostly wait for their runs. */
const PLANS_AT_ONCE = 20
/** Of one organisation, in one worker or several. */
const PLANS_OF_ONE = 4
/** A plan is not a handler: what brings a worker down is seldom it, and its steps keep count by themselves. */
const MAX_PLAN_RECOVERIES = 20
/** A run that brings its process down is tried no more than this often. */
const MAX_RECOVERIES = 3
/** How often each queue is looked at. Idle looks are all that a quiet site does, so only as often as somebody would notice. */
const POLL_MS = { run: 100, plan: 200, hook: 500 }
const FINISH_WITHIN_MS = 6_000

/** Begins to work. `id` is this process's own. */
export async function openEngine(ctx: Pick<Context, 'db' | 'sandbox'>, id: string): Promise<void> {
  DBOS.registerWorkflow(
    // One step: it ends with its run's end in the database, so there is nothing to come back to.
    ({ runId }: { runId: string }) => DBOS.runStep(() => performDeferred(ctx, runId), { name: 'perform' }),
    { name: 'run', maxRecoveryAttempts: MAX_RECOVERIES },
  )
  registerHook(
    DBOS.registerWorkflow(hookWorkflow(ctx), { name: 'hook', maxRecoveryAttempts: MAX_RECOVERIES }),
  )
  registerPlan(
    DBOS.registerWorkflow(planWorkflow(ctx), { name: 'plan', maxRecoveryAttempts: MAX_PLAN_RECOVERIES }),
  )
  DBOS.setConfig({
    name: APPLICATION,
    systemDatabaseUrl: process.env.DATABASE_URL,
    systemDatabasePoolSize: 5,
    executorID: id,
    applicationVersion: VERSION,
    listenQueues: Object.values(QUEUES),
    logLevel: 'error',
  })
  await DBOS.launch()
  const polling = (ms: number) => ({ minPollingIntervalMs: ms, onConflict: 'always_update' as const })
  const fair = { workerConcurrency: AT_ONCE, partitionConcurrency: RUNS_AT_ONCE }
  await DBOS.registerQueue(QUEUES.run, { ...polling(POLL_MS.run), ...fair })
  const plans = { workerConcurrency: PLANS_AT_ONCE, partitionConcurrency: PLANS_OF_ONE }
  await DBOS.registerQueue(QUEUES.plan, { ...polling(POLL_MS.plan), ...plans })
  await DBOS.registerQueue(QUEUES.hook, {
    ...polling(POLL_MS.hook),
    workerConcurrency: 10,
    partitionConcurrency: 2,
  })
}

/** Takes nothing new, and lets what runs come to its end for some seconds. */
export async function closeEngine(): Promise<void> {
  await DBOS.shutdown({ workflowCompletionTimeoutMS: FINISH_WITHIN_MS })
}
