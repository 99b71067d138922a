/**
 * Counting a skill's runs again after one has ended, and not once for each of many. Floor 3.
 *
 * The first end is counted at once, what ends within seconds of it together. A count that is lost with its process is
 * made up for by the next run of the skill, else within the hour by the sweep.
 */
import type { Context } from '../context.ts'
import { refreshEvidence } from '../db/evidence.ts'

const AT_MOST_EVERY_MS = 3_000

/** Skills that were counted just now, and whether a run of theirs has ended since. */
const justCounted = new Map<string, { isStale: boolean }>()

/** Nobody waits for it, and no run fails for it. */
export function countEvidence(db: Context['db'], skillName: string): void {
  const counted = justCounted.get(skillName)
  if (counted) counted.isStale = true
  else void count(db, skillName)
}

async function count(db: Context['db'], skillName: string): Promise<void> {
  const counted = { isStale: false }
  justCounted.set(skillName, counted)
  await refreshEvidence(db, skillName).catch(() => {})
  setTimeout(() => {
    justCounted.delete(skillName)
    if (counted.isStale) void count(db, skillName)
  }, AT_MOST_EVERY_MS).unref()
}
