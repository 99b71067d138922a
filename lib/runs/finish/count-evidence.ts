/**
 * Recounts a skill's statistics after a run ends: the first end at once, further ends within seconds
 * together. The hourly sweep recounts what a lost process missed.
 */
import type { Context } from '../../context/context.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { refreshEvidence } from '../rows/evidence.ts'

const MIN_INTERVAL_MS = 3_000

const recentCounts = new Map<string, { isStale: boolean }>()

/** Runs in the background and never fails the run. */
export function scheduleEvidenceCount(db: Context['db'], skillName: string): void {
  const counted = recentCounts.get(skillName)
  if (counted) counted.isStale = true
  else void count(db, skillName)
}

async function count(db: Context['db'], skillName: string): Promise<void> {
  const counted = { isStale: false }
  recentCounts.set(skillName, counted)
  await refreshEvidence(db, skillName).catch(logUnlessExpected)
  setTimeout(() => {
    recentCounts.delete(skillName)
    if (counted.isStale) void count(db, skillName)
  }, MIN_INTERVAL_MS).unref()
}
