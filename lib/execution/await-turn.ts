/** Waiting in line: at most four runs of an organisation at once, the others wait their turn. Floor 3. */
import type { Context } from '../context.ts'
import { claimRun, findRunState } from '../db/runs.ts'
import { hangBell } from './bell.ts'
import { leaseFromNow } from './held-runs.ts'

/** Specification "Execution", Limits and refusals. */
export const RUNS_AT_ONCE = 4

const LOOK_AGAIN_MS = 2_000

/** Resolves true when the run has its place and is running, false when it was ended while it waited. */
export async function awaitTurn(
  db: Context['db'],
  run: { id: string; organisationId: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { id, organisationId } = run
  const claim = () => claimRun(db, { id, organisationId, atOnce: RUNS_AT_ONCE, leaseUntil: leaseFromNow() })
  if (await claim()) return true
  const placeFallsFree = await hangBell(
    (heard) => heard.organisationId === organisationId && heard.what !== 'progress',
    { signal, lookAgainMs: LOOK_AGAIN_MS },
  )
  try {
    while (!signal.aborted && (await findRunState(db, id)) === 'queued') {
      if (await claim()) return true
      await placeFallsFree.rings()
    }
    return false
  } finally {
    placeFallsFree.takeDown()
  }
}
