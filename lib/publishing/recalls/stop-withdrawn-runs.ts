import type { Context } from '../../context/context.ts'
import { requireNotWithdrawn } from '../../contracts/versions/withdrawal.ts'
import { AppError, type PublicError, toPublicError } from '../../kernel/errors.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { deleteUnpaidBlobs, endRun } from '../../runs/finish/end-run.ts'
import { abortLeasedRun } from '../../runs/queue/lease-run.ts'
import { notifyCancel } from '../../runs/queue/run-notifications.ts'
import { findRun } from '../../runs/rows/run-history.ts'
import { listOpenWithdrawnRuns } from '../rows/quarantines.ts'

const AT_ONCE = 200

type Services = Pick<Context, 'db'>

/**
 * Ends the queued and running runs of versions that are in quarantine or recalled, uncharged and with the error that a
 * new call gets. The process that performs such a run then stops its code, so that no further request or call of it is
 * answered. Any number of processes may call it. Returns how many runs it ended.
 */
export async function stopWithdrawnRuns({ db }: Services): Promise<number> {
  let stopped = 0
  for (;;) {
    const open = await listOpenWithdrawnRuns(db, AT_ONCE)
    const ended = await Promise.all(
      open.map((run) =>
        stopRun(db, run.id, () =>
          requireNotWithdrawn(run.skillSet, { number: run.number, withdrawal: run.withdrawal }),
        ).catch((thrown) => {
          logUnlessExpected(thrown)
          return false
        }),
      ),
    )
    const count = ended.filter(Boolean).length
    stopped += count
    // What cannot be ended now is tried again by the next round.
    if (open.length < AT_ONCE || count === 0) return stopped
  }
}

async function stopRun(db: Services['db'], id: string, refuse: () => void): Promise<boolean> {
  const row = await findRun(db, id)
  if (!row) return false
  const interruption = row.startedAt === null ? ('before' as const) : ('during' as const)
  const end = { state: 'failed' as const, error: errorOf(refuse), errorDetail: { interruption } }
  const ended = await endRun(db, row, end)
  if (!ended) return false
  abortLeasedRun(id)
  await notifyCancel(db, { runId: id, organisationId: row.organisationId })
  await deleteUnpaidBlobs(db, ended)
  return true
}

function errorOf(refuse: () => void): PublicError {
  try {
    refuse()
  } catch (thrown) {
    if (thrown instanceof AppError) return toPublicError(thrown)
    throw thrown
  }
  throw new Error('The version is neither in quarantine nor recalled.')
}
