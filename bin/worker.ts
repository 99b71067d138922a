/**
 * Performs queued work, and recovers that of dead workers. Any number share one Postgres, given DATABASE_URL, the
 * master key and a sandbox address.
 */
import { randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos'
import { flushBehaviour } from '#lib/behaviour/count-behaviour.ts'
import type { Context } from '#lib/context/context.ts'
import { endRounds, repeat, runInSequence } from '#lib/kernel/background/repeat-work.ts'
import { directUrl, openPool } from '#lib/kernel/db/connection.ts'
import { readDatabaseTime } from '#lib/kernel/db/database-clock.ts'
import { type Database, database } from '#lib/kernel/db/prisma-client.ts'
import {
  APPLICATION,
  deleteUnresponsiveWorkers,
  deleteWorker,
  listDeadOwners,
  QUEUES,
  recordHeartbeat,
  runExclusively,
  STEP_RETRIES,
} from '#lib/kernel/db/workers.ts'
import { logUnlessExpected } from '#lib/kernel/logging/log.ts'
import { installTracer } from '#lib/kernel/tracing/install-tracer.ts'
import { inSpan } from '#lib/kernel/tracing/tracing.ts'
import { recordStatus } from '#lib/monitoring/metrics/status-samples.ts'
import { expireApprovals } from '#lib/plans/lifecycle/decide-approval.ts'
import { sweepLostPlans } from '#lib/plans/lifecycle/sweep-lost-plans.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { checkDueExamples } from '#lib/publishing/examples/check-due-examples.ts'
import { sweepWithdrawals } from '#lib/publishing/recalls/quarantine.ts'
import { performReplays } from '#lib/publishing/replay/perform-replays.ts'
import { MAX_BATCHES_AT_ONCE, performBatch } from '#lib/runs/batches/perform-batch.ts'
import type { BatchTask } from '#lib/runs/batches/start-batch.ts'
import { performDeferredRun, sweepLostDeferredRuns } from '#lib/runs/lifecycle/recover-run.ts'
import { MAX_CONCURRENT_LONG_RUNS, MAX_CONCURRENT_RUNS } from '#lib/runs/queue/slots.ts'
import { lateEnvironment } from './server/runtime/late-environment.ts'
import { requireNodeVersion } from './server/runtime/require-node.ts'
import { automationWorkflow, repeatAutomations } from './worker/automation-workflow.ts'
import { hookWorkflow, registerHook } from './worker/deliver-hook.ts'
import { noticeWorkflow, resumeFailedNotices } from './worker/notice-workflow.ts'
import {
  listFailedPlanRuns,
  listFailedWorkflows,
  planWorkflow,
  registerPlan,
} from './worker/plan-workflow.ts'
import { recallWorkflow, resumeFailedRecalls } from './worker/recall-workflow.ts'
import { serveMetrics } from './worker/serve-metrics.ts'

requireNodeVersion()

/** A shared id would strand another's work. */
const id = `${os.hostname()}-${process.pid}-${randomUUID()}`
const HEARTBEAT_MS = 1_000
/** DBOS does not recover a dead worker. A slow one is safe: the engine and the run's state reject its later writes. */
const DEAD_AFTER_MS = 5_000
const DELETE_FINISHED_MS = 10 * 60_000
const SWEEP_MS = 30_000
const STATUS_MS = 15_000
const EXAMPLES_MS = 60_000
/** Runs of a version in quarantine are to stop within five seconds. */
const WITHDRAWALS_MS = 2_000
const REPLAYS_MS = 15_000

await lateEnvironment()
const flushSpans = await installTracer('guildhall-worker')
const db = database()
const ctx = await contextForOperator('system')
/**
 * Constant: a hash of the code would strand claimed work. Change it when recorded steps no longer match a workflow's.
 */
const VERSION = 'workflows-1'

const WORKER_CONCURRENT_RUNS = Number(process.env.GUILDHALL_WORKER_RUNS) || 4

/** They last minutes, so each worker performs few; sandboxd limits how many run on its machine. */
const WORKER_CONCURRENT_LONG_RUNS = Number(process.env.GUILDHALL_WORKER_LONG_RUNS) || 4

/** Many plans at once, because they mostly wait for their runs. */
const MAX_CONCURRENT_PLANS = 20

const MAX_PLANS_PER_ORGANISATION = 4

/** A plan rarely crashes a worker, and its steps limit recoveries. */
const MAX_PLAN_RECOVERIES = 20

const MAX_RECOVERIES = 3

/** Polling is the only load of an idle site, so as rare as users tolerate. */
const POLL_MS = {
  run: 100,
  longRun: 500,
  plan: 200,
  batch: 500,
  hook: 500,
  automation: 500,
  notices: 500,
  recall: 500,
}

const enginePool = openPool({ connectionString: directUrl(), max: 5, application_name: 'guildhall worker' })
await readDatabaseTime(db).catch(() => {})
const opening = openDurableEngine(ctx, id)

const FINISH_WITHIN_MS = 6_000

let isStopping = false
/** Ctrl-C comes from the terminal and from npm. */
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  const deadlineMs = performance.now() + FINISH_WITHIN_MS
  await opening.catch(() => {})
  await endRounds(FINISH_WITHIN_MS)
  await runInSequence([
    // Claimed work is finished.
    () => DBOS.shutdown({ workflowCompletionTimeoutMS: Math.max(0, deadlineMs - performance.now()) }),
    () => flushBehaviour(db),
    () => enginePool.end(),
    () => recordStatus(db),
    () => deleteWorker(db, id),
    () => db.$disconnect(),
    flushSpans,
  ])
  process.exit(0)
}
// An unhandled signal ends the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
process.on('disconnect', stop)

await opening
serveMetrics()
console.log(`worker ${id} is running`)

const runRound = () => runWorkerRound(db, { id, host: os.hostname() })
await runRound().catch(logUnlessExpected)
// The supervisor waits for this message.
process.send?.('at work')
flushCompileCache()

const deleteFinished = () => Promise.all([deleteFinishedWorkflows(), deleteUnresponsiveWorkers(db)])
const sweep = async () => {
  await sweepLostPlans(db, listFailedPlanRuns)
  await expireApprovals({ db })
  await resumeFailedNotices({ db })
  await resumeFailedRecalls({ db })
  await sweepLostDeferredRuns({ db }, () => listFailedWorkflows('run'))
}
const RETENTION_MS = 7 * 86_400_000

const BATCH_SIZE = 500

// A heartbeat on a dead connection must not delay the next one.
repeat(runRound, HEARTBEAT_MS, { mayOverlap: true })
repeat(deleteFinished, DELETE_FINISHED_MS)
repeat(sweep, SWEEP_MS)
repeat(() => recordStatus(db), STATUS_MS)
repeat(() => checkDueExamples(ctx), EXAMPLES_MS)
repeat(() => sweepWithdrawals({ db }), WITHDRAWALS_MS)
repeat(() => performReplays(ctx), REPLAYS_MS)
repeatAutomations(db)

async function openDurableEngine(ctx: Pick<Context, 'db' | 'sandbox'>, id: string): Promise<void> {
  DBOS.registerWorkflow(
    // The workflow ends with the run, so nothing remains to resume.
    ({ runId, traceparent }: { runId: string; traceparent?: string }) =>
      DBOS.runStep(
        () => inSpan('perform run', { kind: 'consumer', traceparent }, () => performDeferredRun(ctx, runId)),
        { name: 'perform' },
      ),
    { name: 'run', maxRecoveryAttempts: MAX_RECOVERIES },
  )
  DBOS.registerWorkflow(
    // Its rows record what is done, so that each performance goes on where the last one stopped.
    ({ batchId, traceparent }: BatchTask) =>
      DBOS.runStep(
        () => inSpan('perform batch', { kind: 'consumer', traceparent }, () => performBatch(ctx, batchId)),
        { name: 'perform', ...STEP_RETRIES },
      ),
    { name: 'batch', maxRecoveryAttempts: MAX_PLAN_RECOVERIES },
  )
  registerHook(
    DBOS.registerWorkflow(hookWorkflow(ctx), { name: 'hook', maxRecoveryAttempts: MAX_RECOVERIES }),
  )
  registerPlan(
    DBOS.registerWorkflow(planWorkflow(ctx), { name: 'plan', maxRecoveryAttempts: MAX_PLAN_RECOVERIES }),
  )
  DBOS.registerWorkflow(noticeWorkflow(ctx), { name: 'notices', maxRecoveryAttempts: MAX_RECOVERIES })
  DBOS.registerWorkflow(recallWorkflow(ctx), { name: 'recall', maxRecoveryAttempts: MAX_PLAN_RECOVERIES })
  DBOS.registerWorkflow(automationWorkflow(ctx), { name: 'automation', maxRecoveryAttempts: MAX_RECOVERIES })
  DBOS.setConfig({
    name: APPLICATION,
    // LISTEN needs a session, not a pooler.
    systemDatabaseUrl: directUrl(),
    // Each start migrates as the owner.
    runMigrations: false,
    systemDatabasePool: enginePool,
    executorID: id,
    applicationVersion: VERSION,
    listenQueues: Object.values(QUEUES),
    logLevel: 'error',
  })
  await DBOS.launch()
  const polling = (ms: number) => ({ minPollingIntervalMs: ms, onConflict: 'always_update' as const })
  const fair = { workerConcurrency: WORKER_CONCURRENT_RUNS, partitionConcurrency: MAX_CONCURRENT_RUNS }
  await DBOS.registerQueue(QUEUES.run, { ...polling(POLL_MS.run), ...fair })
  await DBOS.registerQueue(QUEUES.longRun, {
    ...polling(POLL_MS.longRun),
    workerConcurrency: WORKER_CONCURRENT_LONG_RUNS,
    partitionConcurrency: MAX_CONCURRENT_LONG_RUNS,
  })
  const plans = { workerConcurrency: MAX_CONCURRENT_PLANS, partitionConcurrency: MAX_PLANS_PER_ORGANISATION }
  await DBOS.registerQueue(QUEUES.plan, { ...polling(POLL_MS.plan), ...plans })
  const batches = { workerConcurrency: MAX_CONCURRENT_PLANS, partitionConcurrency: MAX_BATCHES_AT_ONCE }
  await DBOS.registerQueue(QUEUES.batch, { ...polling(POLL_MS.batch), ...batches })
  await DBOS.registerQueue(QUEUES.hook, {
    ...polling(POLL_MS.hook),
    workerConcurrency: 10,
    partitionConcurrency: 2,
  })
  await DBOS.registerQueue(QUEUES.notices, {
    ...polling(POLL_MS.notices),
    workerConcurrency: 2,
    partitionConcurrency: 1,
  })
  await DBOS.registerQueue(QUEUES.recall, {
    ...polling(POLL_MS.recall),
    workerConcurrency: 2,
    partitionConcurrency: 1,
  })
  await DBOS.registerQueue(QUEUES.automation, {
    ...polling(POLL_MS.automation),
    workerConcurrency: 10,
    partitionConcurrency: 4,
  })
}

/** DBOS never deletes; results are in the site's tables. */
async function deleteFinishedWorkflows(now = Date.now()): Promise<number> {
  const completedBefore = new Date(now - RETENTION_MS).toISOString()
  let count = 0
  for (;;) {
    const done = await DBOS.listWorkflows({
      completedBefore,
      limit: BATCH_SIZE,
      loadInput: false,
      loadOutput: false,
    })
    if (done.length === 0) return count
    await DBOS.deleteWorkflows(
      done.map(({ workflowID }) => workflowID),
      true,
    )
    count += done.length
  }
}

async function runWorkerRound(db: Database, self: { id: string; host: string }): Promise<void> {
  await recordHeartbeat(db, self)
  for (const id of await listDeadOwners(db, DEAD_AFTER_MS)) {
    if (id === self.id) continue
    await runExclusively(db, `takeover ${id}`, async () => {
      await getExecutor().recoverPendingWorkflows([id])
    })
  }
}
