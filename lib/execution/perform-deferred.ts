/**
 * A run that was put off, when its turn has come in a worker. Floor 3.
 *
 * May be asked twice for one run, by a worker that took over from a dead one: what had begun then ends as lost, for
 * its handler may have done half its work; what had not is run. Source: specification "Execution", One run, many views.
 */
import type { Context } from '../context.ts'
import { isEnded } from '../contract/market/run-states.ts'
import { findRun } from '../db/run-history.ts'
import { adoptDeferred } from '../db/run-leases.ts'
import { leaseFromNow } from './held-runs.ts'
import { performRun } from './perform-run.ts'
import { reopenRun } from './reopen-run.ts'
import { endLost } from './sweep-lost-runs.ts'

/** All that the run needs is in its row. Never rejects for what became of the run: that is in its row. */
export async function performDeferred(ctx: Pick<Context, 'db' | 'sandbox'>, runId: string): Promise<void> {
  const row = await findRun(ctx.db, runId)
  if (!row || isEnded(row.state)) return
  if (row.state === 'running') return endLost(ctx, row)
  const isOurs = await adoptDeferred(ctx.db, { id: runId, leaseUntil: leaseFromNow() })
  if (!isOurs) return
  const opened = await reopenRun(ctx, row)
  if (!opened) return endLost(ctx, row)
  if ('refusal' in opened) return endLost(ctx, row, opened.refusal)
  await performRun(ctx, opened)
}
