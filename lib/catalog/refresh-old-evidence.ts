/** Evidence is of the last 30 days, also for skills nobody runs any more. Floor 3. */
import type { Context } from '../context.ts'
import { refreshAgedEvidence } from '../db/evidence.ts'

/** Counts again what was last counted over an hour ago; for a server's sweep. Returns how many skills that were. */
export function refreshOldEvidence({ db }: Pick<Context, 'db'>): Promise<number> {
  return refreshAgedEvidence(db)
}
