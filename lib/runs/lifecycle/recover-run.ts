/**
 * Runs that are performed by another process than the one that recorded them: deferred runs, in a worker, and lost
 * runs, whose process died. What had not begun is started, if it is still permitted. A run of the long lane goes on in the
 * sandbox, and is taken up there. Other runs that had begun fail uncharged, since their handlers may have done half their
 * work, unless the vault journal shows that their one write was committed. See
 * docs/spec/tools-and-plans.md §3.
 */
import type { Context } from '../../context/context.ts'
import { unsealForRun } from '../../integrations/unseal-for-run.ts'
import { readDatabaseTime } from '../../kernel/db/database-clock.ts'
import { AppError, ERRORS, type PublicError, toPublicError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { logFault, logUnlessExpected, newReference } from '../../kernel/logging/log.ts'
import { retryOutages } from '../../kernel/outage.ts'
import { findStoredEditOutput, toolClient } from '../../vault/rows/open-documents.ts'
import { findOutputOf } from '../../vault/rows/vault-journal.ts'
import { deleteUnpaidBlobs, endRun } from '../finish/end-run.ts'
import { isEnded } from '../model/run-states.ts'
import type { Effects } from '../model/tool-result.ts'
import { isLeasedHere, leaseFromNow } from '../queue/lease-run.ts'
import { waitForEnd } from '../queue/run-notifications.ts'
import { createRunContext, type RunContext } from '../resolve/create-run-context.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import { buildContract, type PublishedRunnable, type RecordedRun } from '../resolve/runnable.ts'
import { listFamily } from '../rows/run-family.ts'
import { findRun } from '../rows/run-history.ts'
import type { ErrorDetail, RunRow } from '../rows/runs.ts'
import { adoptDeferredRun, adoptRun, adoptRunningRun, listDeferredRuns, listLostRuns } from '../rows/runs.ts'
import { performRun } from '../start/start-run.ts'

type RunServices = Pick<Context, 'db' | 'sandbox'>

/**
 * Performs a run that was deferred to a worker. One that had begun on a dead worker is taken up if it goes on in the sandbox,
 * and ended as lost otherwise. Resolves when the run has ended; its row states whether it failed.
 */
export async function performDeferredRun(ctx: RunServices, runId: string): Promise<void> {
  const row = await retryOutages(() => findRun(ctx.db, runId))
  if (!row || isEnded(row.state)) return
  if (row.state === 'running') return row.lane === 'long' ? takeUpRun(ctx, row) : endLostRun(ctx, row)
  // Without a lease, no sweep would find it.
  const isAdopted = await retryOutages(() =>
    adoptDeferredRun(ctx.db, { id: runId, leaseUntil: leaseFromNow() }),
  )
  if (!isAdopted) return
  const recorded = await reopenRun(ctx, row)
  if (!recorded) return endLostRun(ctx, row)
  if ('refusal' in recorded) return endLostRun(ctx, row, recorded.refusal)
  await performRun(ctx, row.lane === 'long' ? { ...recorded, handover: 'possible' } : recorded)
}

/** Follows a run of a dead worker on its sandbox host. If that has ended, too, the run ends as any that loses its host. */
async function takeUpRun(ctx: RunServices, row: RunRow): Promise<void> {
  const adoption = { id: row.id, leaseUntil: leaseFromNow() }
  if (!(await retryOutages(() => adoptRunningRun(ctx.db, adoption)))) return
  const recorded = await reopenRun(ctx, row)
  if (!recorded) return endLostRun(ctx, row)
  if ('refusal' in recorded) return endLostRun(ctx, row, recorded.refusal)
  await endOpenChildren(ctx, row.id)
  await performRun(ctx, { ...recorded, handover: 'begun' })
}

/** Ends the runs that a dead worker performed for the calls of another: their results could not be delivered. */
async function endOpenChildren(ctx: RunServices, rootRunId: string): Promise<void> {
  for (const { id, state } of await listFamily(ctx.db, rootRunId)) {
    if (id === rootRunId || isEnded(state)) continue
    const child = await findRun(ctx.db, id)
    if (child) await endLostRun(ctx, child)
  }
}

/**
 * Recovers a run whose process died: starts it if it is queued, ends it if it is running.
 *
 * Call it only if no live process holds the run's lease. Returns the ended run, or null if it does not exist.
 */
export async function recoverRun(ctx: RunServices, runId: string): Promise<RunRow | null> {
  const row = await findRun(ctx.db, runId)
  if (!row || isEnded(row.state)) return row
  // The workflow of a long run, or the sweep, recovers it; the worker that performs it may be alive.
  if (isLeasedHere(runId) || row.lane === 'long') return waitForEnd(ctx.db, row)
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

/**
 * Starts lost runs that were queued, and ends those that were running. Several processes may sweep at once. Returns the
 * number of lost runs.
 */
export async function sweepLostRuns(ctx: RunServices, at?: Date): Promise<number> {
  const now = at ?? (await readDatabaseTime(ctx.db))
  const lost = await listLostRuns(ctx.db, now)
  await Promise.all(
    lost.map((run) => (isStartable(run) ? restartLostRun(ctx, run, now) : endLostRun(ctx, run))),
  )
  return lost.length
}

function isStartable({ state, parentRunId }: RunRow): boolean {
  return state === 'queued' && parentRunId === null
}

async function restartLostRun(ctx: RunServices, run: RunRow, now: Date): Promise<void> {
  const recorded = await reopenRun(ctx, run)
  if (!recorded) return endLostRun(ctx, run)
  if ('refusal' in recorded) return endLostRun(ctx, run, recorded.refusal)
  const isAdopted = await adoptRun(ctx.db, { id: run.id, now, leaseUntil: leaseFromNow() })
  if (isAdopted) performRun(ctx, recorded).catch(logUnlessExpected)
}

/** Fails runs that wait for a workflow that `listAbandoned` reports as failed: no worker will perform them. */
export async function sweepLostDeferredRuns(
  ctx: Pick<Context, 'db'>,
  listAbandoned: () => Promise<string[]>,
): Promise<number> {
  const abandoned = await listAbandoned()
  const lost = abandoned.length > 0 ? await listDeferredRuns(ctx.db, abandoned) : []
  for (const run of lost) await endLostRun(ctx, run)
  return lost.length
}

/** Fails the run, uncharged, with `refusal`, or else as an internal error with a reference. Ignores ended runs. */
export async function endLostRun(
  { db }: Pick<Context, 'db'>,
  run: RunRow,
  refusal?: PublicError,
): Promise<void> {
  if (refusal) {
    const refused = await endRun(db, run, { state: 'failed', error: refusal })
    if (refused) await deleteUnpaidBlobs(db, refused)
    return
  }
  const reference = newReference()
  const ended = await endRun(db, run, {
    state: 'failed',
    error: { ...LOST, reference },
    errorDetail: { interruption: 'during' },
  })
  if (!ended) return
  logFault('The server that was running it stopped.', 'a run lost its process', { reference, runId: run.id })
  await deleteUnpaidBlobs(db, ended)
}

const LOST: PublicError = {
  code: 'INTERNAL_ERROR',
  message: `${ERRORS.INTERNAL_ERROR.message} The server that was running it stopped.`,
  recoverable: false,
  suggested_action: 'Run it again.',
}

/**
 * Returns what `performRun` needs, after all permission checks were repeated; a refusal if the run is not permitted any
 * more; and null if it cannot be performed from its record: a draft, missing config, or an input recorded without its
 * secret.
 */
async function reopenRun(
  ctx: RunServices,
  row: RunRow,
): Promise<RecordedRun | { refusal: PublicError } | null> {
  if (!row.versionId) return null
  const authorised = await authoriseRow(ctx, row).catch(asRefusal)
  if ('refusal' in authorised) return authorised

  const { runnable, acting } = authorised
  const { document, skill } = runnable
  const config = await unsealForRun(ctx.db, runnable).catch(asRefusal)
  if ('refusal' in config) return config
  const isIncomplete = config.missing.length > 0 || JSON.stringify(row.input).includes('[redacted: ')
  if (isIncomplete) return null

  return {
    row,
    acting,
    runnable,
    contract: buildContract(document, skill),
    parameters: row.input as Json,
    config,
    timeZone: row.timeZone ?? 'UTC',
    timeoutMs: row.timeoutMs ?? undefined,
    dryRun: row.dryRun,
    inputBlobs: row.inputBlobs,
  }
}

function asRefusal(thrown: unknown): { refusal: PublicError } {
  if (thrown instanceof AppError) return { refusal: toPublicError(thrown) }
  throw thrown
}

async function authoriseRow(
  ctx: RunServices,
  row: RunRow,
): Promise<{ runnable: PublishedRunnable; acting: RunContext }> {
  const { skillName: name, versionNumber: version } = row
  const acting = await createRunContext(ctx, row, { channel: row.channel as Context['channel'] })
  return { acting, runnable: await resolveSkill(acting, { name, version }) }
}
