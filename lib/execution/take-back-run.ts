/**
 * A run that lost its process, found again by the plan that waits for it. Floor 3.
 *
 * What never began is set off after all. What had begun ends uncharged, unless the vault's journal says that its one
 * write was done: then it ends with the output that was kept with the write. Source: specification "First-party tools
 * and plans", Plan, Run; design note "Queues, plans, schedules", §6.3.
 */
import type { Context } from '../context.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { isEnded } from '../contract/market/run-states.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import { findOutput, toolClient } from '../db/open-documents.ts'
import { findRun } from '../db/run-history.ts'
import type { RunRow } from '../db/runs.ts'
import { findOutputOf } from '../db/vault-journal.ts'
import type { PublicError } from '../errors.ts'
import { awaitEnd } from './await-end.ts'
import { endRun } from './end-run.ts'
import { isHeldHere } from './held-runs.ts'
import { sandboxLoss } from './judge.ts'
import { performDeferred } from './perform-deferred.ts'
import { endLost, isLost } from './sweep-lost-runs.ts'

/** Resolves with the run as it ended. Only for a run that no other living process holds. */
export async function takeBackRun(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  runId: string,
): Promise<RunRow | null> {
  const row = await findRun(ctx.db, runId)
  if (!row || isEnded(row.state)) return row
  if (isHeldHere(runId)) return awaitEnd(ctx.db, row)
  const done = row.state === 'running' ? await findDone(ctx.db, row) : null
  if (done) await endRun(ctx.db, row, { state: 'succeeded', ...done })
  else if (row.state === 'running') await endLost(ctx, row)
  else await performDeferred(ctx, runId)
  const after = await findRun(ctx.db, runId)
  // Another worker may have taken it meanwhile.
  return after && awaitEnd(ctx.db, after)
}

/**
 * What the run's one write gave back; null where that is not known. Of an editor's tool the write only saves the edit,
 * and what it gave back was kept with that.
 */
async function findDone(db: Context['db'], row: RunRow): Promise<{ output: Json; effects: Effects } | null> {
  const written = await findOutputOf(db, { runId: row.id, ordinal: 0 })
  if (!written) return null
  const { effects, ...output } = written.output as JsonObject & { effects: Effects }
  const edit = await findOutput(db, row, toolClient(row.id))
  if (edit) return { output: edit.output, effects }
  return row.skillName.startsWith(VAULT) ? { output, effects } : null
}

const VAULT = 'vault.'

/** What is known of a tool or skill, as far as repeating a call of it goes. */
export type Repeatable = { name: string; riskLevel: string; sideEffects: readonly string[] }

/**
 * Whether the world is as it was before a run that lost its process, or its sandbox: "unharmed" may be done again,
 * "unknown" may have been done by half. Undefined for a run that ended by itself.
 *
 * What never began, and what only reads, has changed nothing. A tool of the vault writes in one transaction with its
 * journal, which `takeBackRun` has asked.
 */
export function harmOf(run: RunRow, tool: Repeatable): 'unharmed' | 'unknown' | undefined {
  const error = run.error as PublicError | null
  const loss = error && (isLost(run) ? 'amid' : sandboxLoss(error))
  if (!loss) return undefined
  const isSafe = loss === 'before' || run.startedAt === null || run.dryRun || isRepeatable(tool)
  return isSafe ? 'unharmed' : 'unknown'
}

function isRepeatable({ name, riskLevel, sideEffects }: Repeatable): boolean {
  return name.startsWith(VAULT) || (riskLevel === 'read-only' && sideEffects.length === 0)
}
