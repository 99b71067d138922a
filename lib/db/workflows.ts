/**
 * Work that is put off: written in the transaction that decides on it, done by a worker. Floor 1.
 *
 * The one place besides `bin/worker` that knows the engine. It is asked by its own SQL function, so that a row and its
 * work are committed together, and the web server needs nothing of its library.
 */
import type { JsonObject } from '../contract/json/json.ts'
import type { Database, Tx } from './client.ts'

/** The name under which the engine keeps what is ours; workers say the same. */
export const APPLICATION = 'guildhall'

/** Its workflows and their queues, by name. */
export type WorkflowName = 'run' | 'plan' | 'hook'
export const QUEUES = { run: 'runs', plan: 'plans', hook: 'hooks' } as const satisfies Record<
  WorkflowName,
  string
>

export type Workflow = {
  name: WorkflowName
  /** Unique for ever: put off twice under one id it is done once. */
  id: string
  input: JsonObject
  /** Whose turn it takes: of one partition only so many are worked on at once. */
  partition: string
}

/** Puts work off. It exists when the transaction is committed, and not before. */
export async function putOff(tx: Database | Tx, { name, id, input, partition }: Workflow): Promise<void> {
  await tx.$queryRaw`
    SELECT dbos.enqueue_workflow(
      ${name}, ${QUEUES[name]}, ARRAY[${JSON.stringify(input)}::json],
      workflow_id => ${id}, queue_partition_key => ${partition}, application_name => ${APPLICATION})`
}
