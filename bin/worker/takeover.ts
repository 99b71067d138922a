/**
 * Workers say that they live, and take over from those that do not any more.
 *
 * The engine does neither by itself. Mistaking a slow worker for a dead one is safe: what it writes afterwards is
 * refused, by the engine and by the run's own state. Source: design note "Queues, plans, schedules", §6.1.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'
// Exported, but called internal: pinned to the version that `runs.worker.test.ts` was written against.
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos'
import type { Database } from '#lib/db/client.ts'
import { alone, beat, listSilent } from '#lib/db/workers.ts'

/** Silent for so long a worker is dead. */
const DEAD_AFTER_MS = 5_000

/** One round: says that this worker lives, and makes the work of the dead wait again. */
export async function keepHouse(db: Database, self: { id: string; host: string }): Promise<void> {
  await beat(db, self)
  const pending = await DBOS.listWorkflows({ status: 'PENDING', loadInput: false, loadOutput: false })
  const owners = new Set(pending.map(({ executorId }) => executorId).filter((id) => id && id !== self.id))
  const dead = await listSilent(db, [...owners] as string[], DEAD_AFTER_MS)
  for (const id of dead) {
    await alone(db, `takeover ${id}`, async () => {
      await getExecutor().recoverPendingWorkflows([id])
    })
  }
}
