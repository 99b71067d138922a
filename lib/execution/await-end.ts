/** Waiting for the end of a run that another call started, wherever it is performed. Floor 3. */
import type { Context } from '../context.ts'
import { isEnded } from '../contract/market/run-states.ts'
import { findRun } from '../db/run-history.ts'
import type { RunRow } from '../db/runs.ts'
import { openWakeUps } from './wake-ups.ts'

const LOOK_AGAIN_MS = 2_000

/** Resolves with the run as it ended; as it was last seen when it is gone. */
export async function awaitEnd(db: Context['db'], run: RunRow): Promise<RunRow> {
  if (isEnded(run.state)) return run
  const signal = new AbortController().signal
  const wakeUps = await openWakeUps((heard) => heard.runId === run.id, { signal, lookAgainMs: LOOK_AGAIN_MS })
  try {
    for (;;) {
      const row = await findRun(db, run.id)
      if (!row || isEnded(row.state)) return row ?? run
      await wakeUps.next()
    }
  } finally {
    wakeUps.close()
  }
}
