/**
 * What follows the end of a run in the background: the skill's statistics, and a notice to its publisher if it fails.
 */

import { LRUCache } from 'lru-cache'
import type { Context } from '../../context/context.ts'
import type { PublicError } from '../../kernel/errors.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { paths } from '../../kernel/site/paths.ts'
import { sendNoticeOnce } from '../../notices/send-notice.ts'
import { listMemberIds } from '../../organisations/rows/memberships.ts'
import { SKILL_FAULTS } from '../model/skill-faults.ts'
import { refreshEvidence } from '../rows/evidence.ts'
import { countLatestFaults } from '../rows/failed-run-rows.ts'
import type { RunRow } from '../rows/runs.ts'

const LATEST_RUNS = 20
const MIN_SKILL_FAULTS = 5
const CHECK_EVERY_MS = 60_000

const checked = new LRUCache<string, true>({ max: 10_000, ttl: CHECK_EVERY_MS })

/** Checks in the background, at most once a minute per skill and process, and never fails the run. */
export function scheduleFailureCheck(db: Context['db'], run: RunRow): void {
  const code = (run.error as PublicError | null)?.code
  const isFault = code !== undefined && SKILL_FAULTS.includes(code)
  if (!isFault || run.mode !== 'production' || run.skillSetId === null || checked.has(run.skillName)) return
  checked.set(run.skillName, true)
  void notifyIfFailing(db, run.skillName).catch(logUnlessExpected)
}

/**
 * Notifies the members of the publisher, at most once a week, if five of the last twenty runs failed by fault of the
 * skill. Mistakes of callers do not count.
 */
export async function notifyIfFailing(db: Context['db'], skillName: string): Promise<void> {
  const found = await countLatestFaults(db, skillName, { codes: SKILL_FAULTS, take: LATEST_RUNS })
  if (!found || found.faults < MIN_SKILL_FAULTS) return
  const { faults, runs, organisationId } = found
  await db.$transaction((tx) =>
    sendNoticeOnce(
      tx,
      { key: `skill.failing:${skillName}`, days: 7 },
      () => listMemberIds(tx, organisationId),
      {
        kind: 'skill.failing',
        title: `${skillName} is failing`,
        body: `${faults} of its last ${runs} runs failed by a fault of the skill.`,
        href: paths.publishFailedRuns,
      },
    ),
  )
}

const MIN_RECOUNT_MS = 3_000

const recentCounts = new Map<string, { isStale: boolean }>()

/**
 * Recounts a skill's statistics in the background: after the first end at once, after further ends within seconds
 * together. Never fails the run; the hourly sweep recounts what a lost process missed.
 */
export function scheduleEvidenceCount(db: Context['db'], skillName: string): void {
  const counted = recentCounts.get(skillName)
  if (counted) counted.isStale = true
  else void recount(db, skillName)
}

async function recount(db: Context['db'], skillName: string): Promise<void> {
  const counted = { isStale: false }
  recentCounts.set(skillName, counted)
  await refreshEvidence(db, skillName).catch(logUnlessExpected)
  setTimeout(() => {
    recentCounts.delete(skillName)
    if (counted.isStale) void recount(db, skillName)
  }, MIN_RECOUNT_MS).unref()
}
