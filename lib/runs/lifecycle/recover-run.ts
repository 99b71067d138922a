/**
 * A queued run is started. A running one fails uncharged, unless the vault journal shows that its one write was
 * committed; then it succeeds with that output. See docs/spec/tools-and-plans.md §3.
 */
import type { Context } from '../../context/context.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { findStoredEditOutput, toolClient } from '../../vault/rows/open-documents.ts'
import { findOutputOf } from '../../vault/rows/vault-journal.ts'
import { endRun } from '../finish/end-run.ts'
import { isEnded } from '../model/run-states.ts'
import type { Effects } from '../model/tool-result.ts'
import { isLeasedHere } from '../queue/lease-run.ts'
import { waitForEnd } from '../queue/wake-ups.ts'
import { findRun } from '../rows/run-history.ts'
import type { ErrorDetail, RunRow } from '../rows/runs.ts'
import { performDeferredRun } from './perform-deferred-run.ts'
import { endLostRun } from './sweep-lost-runs.ts'

/** Call only if no live process holds the run's lease. Resolves with the ended run. */
export async function recoverRun(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  runId: string,
): Promise<RunRow | null> {
  const row = await findRun(ctx.db, runId)
  if (!row || isEnded(row.state)) return row
  if (isLeasedHere(runId)) return waitForEnd(ctx.db, row)
  const committed = row.state === 'running' ? await findCommittedOutput(ctx.db, row) : null
  if (committed) await endRun(ctx.db, row, { state: 'succeeded', ...committed })
  else if (row.state === 'running') await endLostRun(ctx, row)
  else await performDeferredRun(ctx, runId)
  const after = await findRun(ctx.db, runId)
  return after && waitForEnd(ctx.db, after)
}

/** Returns null if nothing was written. The output of an editor tool was stored with its edit. */
async function findCommittedOutput(
  db: Context['db'],
  row: RunRow,
): Promise<{ output: Json; effects: Effects } | null> {
  const written = await findOutputOf(db, { runId: row.id, ordinal: 0 })
  if (!written) return null
  const { effects, ...output } = written.output as JsonObject & { effects: Effects }
  const edit = await findStoredEditOutput(db, row, toolClient(row.id))
  if (edit) return { output: edit.output, effects }
  return row.skillName.startsWith(VAULT) ? { output, effects } : null
}

const VAULT = 'vault.'

export type Repeatable = { name: string; riskLevel: string; sideEffects: readonly string[] }

/**
 * Returns "unharmed" if the run can be repeated safely, "unknown" if it may have had side effects, undefined if it was
 * not interrupted. A vault tool writes in one transaction with its journal, which `recoverRun` has checked. Repeating a
 * run that was charged for a child would charge the child again.
 */
export function assessHarm(run: RunRow, tool: Repeatable): 'unharmed' | 'unknown' | undefined {
  const interruption = (run.errorDetail as ErrorDetail | null)?.interruption
  if (!interruption) return undefined
  const isUntouched = interruption === 'before' || run.startedAt === null
  const isSafe = !run.capturedMicros && (run.dryRun || isRepeatable(tool))
  return isUntouched || isSafe ? 'unharmed' : 'unknown'
}

function isRepeatable({ name, riskLevel, sideEffects }: Repeatable): boolean {
  return name.startsWith(VAULT) || (riskLevel === 'read-only' && sideEffects.length === 0)
}
