import type { Context } from '../../context/context.ts'
import { countRunsBefore, type RunRow } from '../rows/runs.ts'
import type { RunView } from './run-view.ts'

/** Returns what a queued run of the lane `long` waits for; nothing for other runs, which wait for seconds at most. */
export async function findPlace(db: Context['db'], row: RunRow): Promise<Pick<RunView, 'before'>> {
  return row.lane === 'long' && row.state === 'queued' ? { before: await countRunsBefore(db, row) } : {}
}
