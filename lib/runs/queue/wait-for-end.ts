import type { Context } from '../../context/context.ts'
import { findRun } from '../../db/runs/run-history.ts'
import type { RunRow } from '../../db/runs/runs.ts'
import { isEnded } from '../../run-model/run-states.ts'
import { openWakeUps } from './wake-ups.ts'

const POLL_MS = 2_000

/** Waits until a run performed elsewhere has ended. Resolves with its last known row if the run was deleted. */
export async function waitForEnd(db: Context['db'], run: RunRow): Promise<RunRow> {
  if (isEnded(run.state)) return run
  const signal = new AbortController().signal
  const wakeUps = await openWakeUps((notification) => notification.runId === run.id, {
    signal,
    pollMs: POLL_MS,
  })
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
