/**
 * DBOS does not recover the work of dead workers. Mistaking a slow worker for a dead one is safe: the engine
 * and the run's state reject its later writes.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'
// Exported but internal API: `runs.worker.test.ts` covers the pinned version.
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos'
import type { Database } from '#lib/db/core/prisma-client.ts'
import { listUnresponsiveWorkers, recordHeartbeat, runExclusively } from '#lib/db/core/workers.ts'

const DEAD_AFTER_MS = 5_000

export async function runWorkerRound(db: Database, self: { id: string; host: string }): Promise<void> {
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
