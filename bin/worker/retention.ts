/**
 * What was done is forgotten by the engine after a while; it deletes nothing by itself. What came of it is in our own
 * tables. Source: design note "Queues, plans, schedules", §6.5.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'

const KEPT_MS = 7 * 86_400_000
const AT_ONCE = 500

/** Returns how many were forgotten. */
export async function forgetFinished(now = Date.now()): Promise<number> {
  const completedBefore = new Date(now - KEPT_MS).toISOString()
  let count = 0
  for (;;) {
    const done = await DBOS.listWorkflows({
      completedBefore,
      limit: AT_ONCE,
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
