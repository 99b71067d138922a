/**
 * The end of a run, and of the money it held, in one transaction. Floor 3.
 *
 * Whoever ends a run comes through here: its performer, a cancel in line, the sweep. Source: specification
 * "Execution", Money: quote → hold → run → output valid → capture, otherwise release.
 */
import { isEnded } from '../contract/market/run-states.ts'
import type { Database, Tx } from '../db/client.ts'
import { endRun as moveToEnd } from '../db/end-run.ts'
import { lockRoot } from '../db/run-family.ts'
import type { RunEnd, RunRow } from '../db/runs.ts'
import { listListeners } from '../db/webhooks.ts'
import { settleRun } from '../ledger/settle-run.ts'
import { tellOfEnd } from '../webhooks/tell-of-end.ts'
import { toldOf } from './run-announcements.ts'

type Ending = Pick<
  RunRow,
  'id' | 'organisationId' | 'skillName' | 'mode' | 'priceMicros' | 'holdMicros' | 'rootRunId'
>

/**
 * Ends a run, settles it and announces that. Null, having changed nothing, when its state allows no such end, or is not the one
 * that `onlyFrom` names.
 */
export async function endRun(
  db: Database,
  run: Ending,
  end: RunEnd,
  onlyFrom?: RunRow['state'],
): Promise<RunRow | null> {
  const { id, organisationId, priceMicros, holdMicros, rootRunId } = run
  if (rootRunId !== null && priceMicros > 0n) return endPaidChild(db, run, rootRunId, end, onlyFrom)
  const chargedMicros = end.state === 'succeeded' ? priceMicros : 0n
  const charged = { ...end, chargedMicros, ...(holdMicros > 0n && { capturedMicros: chargedMicros }) }
  const announcement = toldOf({ runId: id, organisationId, what: 'ended' })
  const options = { end: charged, onlyFrom, announcement }
  const isHeard = isHeardOf(run)
  // Mostly no webhook listens, and then this is all there is to do.
  const endQuietly = (on: Database | Tx) => moveToEnd(on, run, { ...options, isUnheard: isHeard })
  if (holdMicros === 0n) {
    const ended = await endQuietly(db)
    if (ended || !isHeard) return ended
  }
  return db.$transaction(async (tx) => {
    const quiet = holdMicros > 0n ? await endQuietly(tx) : null
    const listeners = !quiet && isHeard ? await listListeners(tx, run) : []
    const ended = quiet ?? (isHeard ? await moveToEnd(tx, run, options) : null)
    const settled =
      ended && holdMicros > 0n ? { ...ended, capturedMicros: await settleRun(tx, ended) } : ended
    if (settled) await tellOfEnd(tx, id, listeners)
    return settled
  }, PATIENTLY)
}

/** Webhooks are told of what somebody called, not of tests, nor of what a run did by itself. */
function isHeardOf({ mode, rootRunId }: Ending): boolean {
  return mode === 'production' && rootRunId === null
}

/** What a child costs is decided when the run at the top ends; if that is over already it costs nothing. */
function endPaidChild(db: Database, run: Ending, rootRunId: string, end: RunEnd, onlyFrom?: RunRow['state']) {
  return db.$transaction(async (tx) => {
    const root = await lockRoot(tx, rootRunId)
    const isDecided = !root || isEnded(root.state) || end.state !== 'succeeded'
    const decided = { ...end, ...(isDecided && { chargedMicros: 0n }) }
    const announcement = toldOf({ runId: run.id, organisationId: run.organisationId, what: 'ended' })
    return moveToEnd(tx, run, { end: decided, onlyFrom, announcement })
  }, PATIENTLY)
}

/** Many runs of one organisation lock one wallet; a short wait is no reason to fail. */
export const PATIENTLY = { maxWait: 15_000, timeout: 15_000 } satisfies Parameters<
  Database['$transaction']
>[1] &
  object
