/**
 * Performs queued work and recovers that of dead workers. Any number of workers share one Postgres; `npm run
 * worker` adds more, given DATABASE_URL, the master key and a sandbox address.
 */
import { randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos'
import type { Context } from '#lib/context/context.ts'
import { type Database, database, directUrl } from '#lib/db/core/prisma-client.ts'
import {
  APPLICATION,
  deleteUnresponsiveWorkers,
  deleteWorker,
  listUnresponsiveWorkers,
  QUEUES,
  recordHeartbeat,
  runExclusively,
} from '#lib/db/core/workers.ts'
import { logUnlessExpected } from '#lib/logging/log.ts'
import { runInSequence } from '#lib/logging/run-in-sequence.ts'
import { recordStatus } from '#lib/metrics/status-samples.ts'
import { sweepLostPlans } from '#lib/plans/lifecycle/sweep-lost-plans.ts'
import { performDeferredRun } from '#lib/runs/lifecycle/perform-deferred-run.ts'
import { MAX_CONCURRENT_RUNS } from '#lib/runs/queue/wait-for-slot.ts'
import { contextForOperator } from '#lib/session/context/context-for-operator.ts'
import { installTracer } from '#lib/tracing/install-tracer.ts'
import { inSpan } from '#lib/tracing/tracing.ts'
import { requireNodeVersion } from './runtime/require-node.ts'
import { automationWorkflow, startAutomationTimers } from './worker/automation-workflow.ts'
import { hookWorkflow, registerHook } from './worker/deliver-hook.ts'
import { listFailedPlanRuns, planWorkflow, registerPlan } from './worker/plan-workflow.ts'
import { serveMetrics } from './worker/serve-metrics.ts'

requireNodeVersion()

/** Unique per process: with a shared id, one worker would strand the other's work. */
const id = `${os.hostname()}-${process.pid}-${randomUUID()}`
const HEARTBEAT_MS = 1_000
/**
 * DBOS does not recover the work of dead workers. Mistaking a slow worker for a dead one is safe: the engine
 * and the run's state reject its later writes.
 */
const DEAD_AFTER_MS = 5_000
const DELETE_FINISHED_MS = 10 * 60_000
const SWEEP_MS = 30_000
const STATUS_MS = 15_000

const flushSpans = await installTracer('guildhall-worker')
const db = database()
const ctx = await contextForOperator('system')
/**
 * Constant across deployments: the default, a hash of the code, would strand work claimed by older workers.
 * Change it only when recorded steps no longer match a workflow's steps.
 */
const VERSION = 'workflows-1'

const WORKER_CONCURRENT_RUNS = Number(process.env.GUILDHALL_WORKER_RUNS) || 4

/** Concurrent plans per worker; they mostly wait for their runs. */
const MAX_CONCURRENT_PLANS = 20

const MAX_PLANS_PER_ORGANISATION = 4

/** Higher than for runs: a plan rarely crashes a worker, and its steps limit their own recoveries. */
const MAX_PLAN_RECOVERIES = 20

const MAX_RECOVERIES = 3

/**
 * Polling interval per queue. Polling is the only load of an idle site, so the intervals are as long as users
 * tolerate.
 */
const POLL_MS = { run: 100, plan: 200, hook: 500, automation: 500 }

const opening = openDurableEngine(ctx, id)
const timers: NodeJS.Timeout[] = []

const FINISH_WITHIN_MS = 6_000

/** The engine cannot deregister while the database is down; the process exits anyway. */
const ending = runInSequence(
  // After deregistration, other workers need not wait for the timeout.
  [
    closeDurableEngine,
    () => recordStatus(db),
    () => deleteWorker(db, id),
    () => db.$disconnect(),
    flushSpans,
  ],
  logUnlessExpected,
)
let isStopping = false
/** Ctrl-C arrives twice, from the terminal and from npm. */
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  // If stopped while starting, finishes the work that was claimed in the meantime.
  await opening.catch(() => {})
  for (const timer of timers) clearInterval(timer)
  await ending()
  process.exit(0)
}
// Before any work is claimed: an unhandled signal ends the process immediately.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
process.on('disconnect', stop)

await opening
serveMetrics()
console.log(`worker ${id} is running`)

async function runRound(): Promise<void> {
  // The database may be down briefly; the next round retries.
  await runWorkerRound(db, { id, host: os.hostname() }).catch(logUnlessExpected)
}
await runRound()
// The supervisor waits for this before it reports readiness.
process.send?.('at work')
flushCompileCache()

const deleteFinished = () => Promise.all([deleteFinishedWorkflows(), deleteUnresponsiveWorkers(db)])
const sweep = () => sweepLostPlans(db, listFailedPlanRuns)
const RETENTION_MS = 7 * 86_400_000

const BATCH_SIZE = 500

timers.push(
  setInterval(runRound, HEARTBEAT_MS),
  setInterval(() => deleteFinished().catch(logUnlessExpected), DELETE_FINISHED_MS),
  setInterval(() => sweep().catch(logUnlessExpected), SWEEP_MS),
  setInterval(() => recordStatus(db).catch(logUnlessExpected), STATUS_MS),
  ...startAutomationTimers(db),
)

async function openDurableEngine(ctx: Pick<Context, 'db' | 'sandbox'>, id: string): Promise<void> {
  DBOS.registerWorkflow(
    // A single step: it ends by recording the run's end, so nothing remains to resume.
    ({ runId, traceparent }: { runId: string; traceparent?: string }) =>
      DBOS.runStep(
        () => inSpan('perform run', { kind: 'consumer', traceparent }, () => performDeferredRun(ctx, runId)),
        { name: 'perform' },
      ),
    { name: 'run', maxRecoveryAttempts: MAX_RECOVERIES },
  )
  registerHook(
    DBOS.registerWorkflow(hookWorkflow(ctx), { name: 'hook', maxRecoveryAttempts: MAX_RECOVERIES }),
  )
  registerPlan(
    DBOS.registerWorkflow(planWorkflow(ctx), { name: 'plan', maxRecoveryAttempts: MAX_PLAN_RECOVERIES }),
  )
  DBOS.registerWorkflow(automationWorkflow(ctx), { name: 'automation', maxRecoveryAttempts: MAX_RECOVERIES })
  DBOS.setConfig({
    name: APPLICATION,
    // The engine uses LISTEN, which requires a session.
    systemDatabaseUrl: directUrl(),
    // The site's role has no DDL rights; each start migrates as the owner.
    runMigrations: false,
    systemDatabasePoolSize: 5,
    executorID: id,
    applicationVersion: VERSION,
    listenQueues: Object.values(QUEUES),
    logLevel: 'error',
  })
  await DBOS.launch()
  const polling = (ms: number) => ({ minPollingIntervalMs: ms, onConflict: 'always_update' as const })
  const fair = { workerConcurrency: WORKER_CONCURRENT_RUNS, partitionConcurrency: MAX_CONCURRENT_RUNS }
  await DBOS.registerQueue(QUEUES.run, { ...polling(POLL_MS.run), ...fair })
  const plans = { workerConcurrency: MAX_CONCURRENT_PLANS, partitionConcurrency: MAX_PLANS_PER_ORGANISATION }
  await DBOS.registerQueue(QUEUES.plan, { ...polling(POLL_MS.plan), ...plans })
  await DBOS.registerQueue(QUEUES.hook, {
    ...polling(POLL_MS.hook),
    workerConcurrency: 10,
    partitionConcurrency: 2,
  })
  await DBOS.registerQueue(QUEUES.automation, {
    ...polling(POLL_MS.automation),
    workerConcurrency: 10,
    partitionConcurrency: 4,
  })
}

/** Claims nothing new and lets active work finish for some seconds. */
async function closeDurableEngine(): Promise<void> {
  await DBOS.shutdown({ workflowCompletionTimeoutMS: FINISH_WITHIN_MS })
}

/**
 * Deletes the engine's records of finished work, which it never deletes itself. Results are in the site's
 * tables.
 */
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
  const pending = await DBOS.listWorkflows({ status: 'PENDING', loadInput: false, loadOutput: false })
  const owners = new Set(pending.map(({ executorId }) => executorId).filter((id) => id && id !== self.id))
  const dead = await listUnresponsiveWorkers(db, [...owners] as string[], DEAD_AFTER_MS)
  for (const id of dead) {
    await runExclusively(db, `takeover ${id}`, async () => {
      await getExecutor().recoverPendingWorkflows([id])
    })
  }
}
