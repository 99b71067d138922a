/** Plan steps are engine steps, and a long pause starts a new workflow. */
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Context } from '#lib/context/context.ts'
import { QUEUES, STEP_RETRIES } from '#lib/kernel/db/workers.ts'
import { inSpan } from '#lib/kernel/tracing/tracing.ts'
import { performPlan, type WorkflowEngine } from '#lib/plans/perform/perform-plan.ts'
import type { PlanTask } from '#lib/plans/start/start-plan-run.ts'

type Workflow = (task: PlanTask) => Promise<void>

export function planWorkflow(ctx: Pick<Context, 'db' | 'sandbox'>): Workflow {
  return (task) =>
    inSpan('perform plan', { kind: 'consumer', traceparent: task.traceparent }, () =>
      performPlan(ctx, task.planRunId, makeWorkflowEngine(task)),
    )
}

let registered: Workflow | undefined
/** The engine can start only a registered workflow. */
export function registerPlan(workflow: Workflow): void {
  registered = workflow
}

function makeWorkflowEngine(task: PlanTask): WorkflowEngine {
  return {
    step: (name, work) => DBOS.runStep(work, { name, ...STEP_RETRIES }),
    async pauseUntil(untilMs) {
      if (!registered) throw new Error('the plan workflow was not registered')
      const generation = task.generation + 1
      // The delay is fixed; its id is unique.
      await DBOS.startWorkflow(registered, {
        workflowID: `${task.planRunId}:${generation}`,
        queueName: QUEUES.plan,
        enqueueOptions: {
          delaySeconds: Math.max(1, Math.ceil((untilMs - Date.now()) / 1000)),
          queuePartitionKey: task.organisationId,
        },
      })({ ...task, generation })
      return true
    },
  }
}

const FAILED_STATUSES = ['ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED', 'CANCELLED'] as const

export async function listFailedPlanRuns(planRunIds: string[]): Promise<string[]> {
  const ids = new Set((await listFailedWorkflows('plan')).map((id) => id.split(':')[0]))
  return planRunIds.filter((id) => ids.has(id))
}

/** Returns the ids of workflows that the engine will not continue. */
export async function listFailedWorkflows(
  workflowName: 'plan' | 'run' | 'notices' | 'recall',
): Promise<string[]> {
  const over = await DBOS.listWorkflows({
    workflowName,
    status: [...FAILED_STATUSES],
    loadInput: false,
    loadOutput: false,
  })
  return over.map(({ workflowID }) => workflowID)
}
