/** Waiting in line: at most four runs of an organisation at once, the others wait their turn. Floor 3. */
import type { Context } from '../context.ts'
import { claimRun, findRunState } from '../db/runs.ts'
import { leaseFromNow } from './held-runs.ts'
import { openWakeUps } from './wake-ups.ts'

/** Specification "Execution", Limits and refusals. */
export const RUNS_AT_ONCE = 4

const LOOK_AGAIN_MS = 2_000

/** When the run got its place and is running; never, when it was ended while it waited. */
export type Turn = 'at once' | 'later' | 'never'

/** Resolves when the run has its place or has ended without one. */
export async function awaitTurn(
  db: Context['db'],
  run: { id: string; organisationId: string },
  signal: AbortSignal,
): Promise<Turn> {
  const { id, organisationId } = run
  const claim = () => claimRun(db, { id, organisationId, atOnce: RUNS_AT_ONCE, leaseUntil: leaseFromNow() })
  if (await claim()) return 'at once'
  const placeFallsFree = await openWakeUps(
    (heard) => heard.organisationId === organisationId && heard.what !== 'progress',
    { signal, lookAgainMs: LOOK_AGAIN_MS },
  )
  try {
    while (!signal.aborted && (await findRunState(db, id)) === 'queued') {
      if (await claim()) return 'later'
      await placeFallsFree.next()
    }
    return 'never'
  } finally {
    placeFallsFree.close()
  }
}
