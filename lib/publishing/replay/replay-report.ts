import type { Context } from '../../context/context.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { ReplayAnswerKind } from '../model/own-replay.ts'
import { MIN_TOLD_ORGANISATIONS, type SourceSummary, summarizeCases } from '../model/replay-verdicts.ts'
import { findReplay, listCases, listReplayAnswers } from '../rows/replays.ts'
import type { VersionAudience } from './count-audience.ts'

/** What a publisher and a reviewer see of a replay: counts and places of the contract, and no value. */
export type ReplayReport = {
  state: 'waiting' | 'ended'
  /** The hour in which it ended: how long the cases of others took is not told. */
  endedAtMs: number | null
  hasCases: boolean
  unchangedSkills: string[]
  isBudgetUsed: boolean
  /** Empty while it goes on, since a count that grows would show whose run is performed. */
  sources: SourceSummary[]
  /** Null until it is counted. */
  audience: VersionAudience | null
  /** Null while fewer than three organisations have answered. */
  answers: { fine: number; notForMe: number } | null
  /** What organisations wrote to the reviewer; empty for others than admins. */
  notes: { answer: ReplayAnswerKind; note: string }[]
}

/** Returns null for a submission that is compared with no published version. */
export async function getReplayReport(
  { db }: Pick<Context, 'db'>,
  submissionId: string,
  { isAdmin = false } = {},
): Promise<ReplayReport | null> {
  const replay = await findReplay(db, submissionId)
  if (!replay) return null
  const [cases, answers] = await Promise.all([
    listCases(db, { submissionId }),
    listReplayAnswers(db, submissionId),
  ])
  const hasEnded = replay.state === 'ended'
  const judged = cases.flatMap(({ verdict, ...each }) => (verdict ? [{ ...each, verdict }] : []))
  const fine = answers.filter(({ answer }) => answer === 'fine').length
  return {
    state: hasEnded ? 'ended' : 'waiting',
    endedAtMs: replay.endedAt && Math.floor(replay.endedAt.getTime() / HOUR_MS) * HOUR_MS,
    hasCases: cases.length > 0,
    unchangedSkills: replay.unchangedSkills,
    isBudgetUsed: replay.isBudgetUsed,
    sources: hasEnded ? summarizeCases(judged) : [],
    // Only `chooseCases` writes it.
    audience: replay.audience as VersionAudience | null,
    answers: answers.length < MIN_TOLD_ORGANISATIONS ? null : { fine, notForMe: answers.length - fine },
    notes: isAdmin
      ? answers.filter(({ note }) => note !== '').map(({ answer, note }) => ({ answer, note }))
      : [],
  }
}
