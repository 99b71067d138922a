import type { Context } from '../../context/context.ts'
import { type SourceSummary, summarizeCases } from '../model/replay-verdicts.ts'
import {
  countReplayAnswers,
  countReplayConsents,
  findReplay,
  listCases,
  type ReplayRow,
} from '../rows/replays.ts'
import type { VersionReach } from './count-reach.ts'

/** What a publisher and a reviewer see of a replay: counts and places of the contract, and no value. */
export type ReplayReport = {
  state: 'waiting' | 'ended'
  /** Cases that are performed, and all. */
  done: number
  total: number
  endedAtMs: number | null
  unchangedSkills: string[]
  isBudgetUsed: boolean
  /** Empty while it goes on, since a count that grows would show whose run is performed. */
  sources: SourceSummary[]
  /** Null until it is counted. */
  reach: VersionReach | null
  /** How many organisations agreed to replays of their runs. */
  agreed: number
  answers: { fine: number; notForMe: number }
}

/** Returns null for a submission that is compared with no published version. */
export async function getReplayReport(
  { db }: Pick<Context, 'db'>,
  submissionId: string,
): Promise<ReplayReport | null> {
  const replay = await findReplay(db, submissionId)
  if (!replay) return null
  const [cases, agreed, answers] = await Promise.all([
    listCases(db, { submissionId }),
    countReplayConsents(db, replay.skillSetId),
    countReplayAnswers(db, submissionId),
  ])
  const judged = cases.flatMap(({ verdict, ...each }) => (verdict ? [{ ...each, verdict }] : []))
  return {
    state: stateOf(replay),
    done: judged.length,
    total: cases.length,
    endedAtMs: replay.endedAt?.getTime() ?? null,
    unchangedSkills: replay.unchangedSkills,
    isBudgetUsed: replay.isBudgetUsed,
    sources: replay.state === 'ended' ? summarizeCases(judged) : [],
    // Only `chooseCases` writes it.
    reach: replay.reach as VersionReach | null,
    agreed,
    answers: { fine: answers.fine ?? 0, notForMe: answers.not_for_me ?? 0 },
  }
}

function stateOf({ state }: ReplayRow): ReplayReport['state'] {
  return state === 'ended' ? 'ended' : 'waiting'
}
