/** How the examples of a version did in their latest checks, in words for everyone who sees the skill. */
import { plural } from '../../kernel/text/plural.ts'

export type ExampleHealth = {
  examples: number
  /** The oldest of the latest checks from recordings, and how many passed. */
  offlineAtMs: number
  offlinePassed: number
  /** The oldest of the latest checks by the real hosts; null if none has one. */
  liveAtMs: number | null
  /** Examples whose hosts answer otherwise than when they were recorded. */
  drifted: number
  /** True if a recording is older than 90 days: it says little about the world of today. */
  hasOldRecording: boolean
  /** True if one has failed for several nights in a row. */
  isFailing: boolean
  /** Recordings that everyone may download. */
  publicRecordings: { id: string; exampleIndex: number }[]
}

type Row = {
  exampleIndex: number
  offlineAt: Date
  offlineResult: string
  failedNights: number
  liveAt: Date | null
  liveResult: string | null
  recording: { id: string; recordedAt: Date; publicAt: Date | null }
}

/** After so many failed nights in a row a skill is marked, and ranks below others. */
export const FAILED_NIGHTS = 3

const OLD_RECORDING_MS = 90 * 86_400_000

/** Returns null without recordings. */
export function summariseHealth(rows: readonly Row[], now = Date.now()): ExampleHealth | null {
  const [first] = rows
  if (!first) return null
  const live = rows.filter(({ liveResult }) => liveResult === 'passed' || liveResult === 'drifted')
  const liveTimes = live.flatMap(({ liveAt }) => (liveAt ? [liveAt.getTime()] : []))
  return {
    examples: rows.length,
    offlineAtMs: Math.min(...rows.map(({ offlineAt }) => offlineAt.getTime())),
    offlinePassed: rows.filter(({ offlineResult }) => offlineResult === 'passed').length,
    liveAtMs: liveTimes.length > 0 ? Math.min(...liveTimes) : null,
    drifted: live.filter(({ liveResult }) => liveResult === 'drifted').length,
    hasOldRecording: rows.some(({ recording }) => now - recording.recordedAt.getTime() > OLD_RECORDING_MS),
    isFailing: rows.some(({ failedNights }) => failedNights >= FAILED_NIGHTS),
    publicRecordings: rows.flatMap(({ exampleIndex, recording: { id, publicAt } }) =>
      publicAt ? [{ id, exampleIndex }] : [],
    ),
  }
}

/** "3 recorded examples" */
export function countExamples({ examples }: ExampleHealth): string {
  return plural(examples, 'recorded example')
}
