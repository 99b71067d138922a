/**
 * A plan on the durable engine: its steps are the engine's, and a pause that is long is a workflow of its own.
 *
 * The loop is `performPlan`; this binds it. Source: design note "Queues, plans, schedules", §6.2 and pitfalls 10 and 11.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Context } from '#lib/context.ts'
import { QUEUES } from '#lib/db/workflows.ts'
import { type PlanPort, performPlan } from '#lib/plans/perform-plan.ts'
import type { PlanTask } from '#lib/plans/record-plan-run.ts'

type Workflow = (task: PlanTask) => Promise<void>

/** A step records what it did before it answers, so only a database that is away makes it fail: it comes back. */
const PATIENCE = { retriesAllowed: true, maxAttempts: 8, intervalSeconds: 1, backoffRate: 2 }

export function planWorkflow(ctx: Pick<Context, 'db' | 'sandbox'>): Workflow {
  return (task) => performPlan(ctx, task.planRunId, portOf(task))
}

let registered: Workflow | undefined
/** Remembers the workflow as the engine knows it: only that one can be started again. */
export function registerPlan(workflow: Workflow): void {
  registered = workflow
}

function portOf(task: PlanTask): PlanPort {
  return {
    step: (name, work) => DBOS.runStep(work, { name, ...PATIENCE }),
    async rest(untilMs) {
      if (!registered) throw new Error('the plan workflow was not registered')
      const generation = task.generation + 1
      // How long is decided once: the engine keeps it with the workflow, which exists once for its id.
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

const GIVEN_UP = ['ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED', 'CANCELLED'] as const

/** Those among the plan runs whose latest workflow is over without having ended them. */
export async function listGivenUp(planRunIds: string[]): Promise<string[]> {
  const over = await DBOS.listWorkflows({
    workflowName: 'plan',
    status: [...GIVEN_UP],
    loadInput: false,
    loadOutput: false,
  })
  const ids = new Set(over.map(({ workflowID }) => workflowID.split(':')[0]))
  return planRunIds.filter((id) => ids.has(id))
}
