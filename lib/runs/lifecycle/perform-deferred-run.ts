/** A run that had begun on a dead worker ends as lost: its handler may have done half its work. */
import type { Context } from '../../context/context.ts'
import { retryOutages } from '../../kernel/outage.ts'
import { isEnded } from '../model/run-states.ts'
import { leaseFromNow } from '../queue/lease-run.ts'
import { findRun } from '../rows/run-history.ts'
import { adoptDeferredRun } from '../rows/run-leases.ts'
import { performRun } from '../start/perform-run.ts'
import { reopenRun } from './reopen-run.ts'
import { endLostRun } from './sweep-lost-runs.ts'

/** Does not reject if the run fails: its row states that. */
export async function performDeferredRun(ctx: Pick<Context, 'db' | 'sandbox'>, runId: string): Promise<void> {
  const row = await retryOutages(() => findRun(ctx.db, runId))
  if (!row || isEnded(row.state)) return
  if (row.state === 'running') return endLostRun(ctx, row)
  // Without a lease, no sweep would find it.
  const isAdopted = await retryOutages(() =>
    adoptDeferredRun(ctx.db, { id: runId, leaseUntil: leaseFromNow() }),
  )
  if (!isAdopted) return
  const opened = await reopenRun(ctx, row)
  if (!opened) return endLostRun(ctx, row)
  if ('refusal' in opened) return endLostRun(ctx, row, opened.refusal)
  await performRun(ctx, opened)
}
