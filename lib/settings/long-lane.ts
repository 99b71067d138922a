/** What the operator allows runs of the lane `long`: whether the lane exists, and ceilings below its own limits. */
import { type Lane, LONG_RUN_LIMITS, LONG_SKILL_LIMITS, laneOf } from '../contracts/document/skill-limits.ts'
import type { SkillDocument } from '../contracts/document/skillset-document.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import { limitOf, readSetting } from './read-settings.ts'

const MB = 1024 * 1024

export type LongCeilings = {
  isOffered: boolean
  wallMs: number
  cpuMs: number
  memoryMb: number
  requests: number
  /** Of all responses together. */
  answerBytes: number
}

/** Returns the ceilings; none exceeds the limits of the lane. */
export async function readLongCeilings(db: Database | Tx): Promise<LongCeilings> {
  const [lane, minutes, cpuMinutes, memoryMb, requests, answersMb] = await Promise.all([
    readSetting(db, 'longRuns'),
    limitOf(db, 'longMinutes'),
    limitOf(db, 'longCpuMinutes'),
    limitOf(db, 'longMemory'),
    limitOf(db, 'longRequests'),
    limitOf(db, 'longAnswers'),
  ])
  return {
    isOffered: lane === 'on',
    wallMs: Math.min(LONG_SKILL_LIMITS.timeoutMs, Math.ceil(minutes * MINUTE_MS)),
    cpuMs: Math.min(LONG_SKILL_LIMITS.cpuMs, Math.ceil(cpuMinutes * MINUTE_MS)),
    memoryMb: Math.min(LONG_SKILL_LIMITS.memoryMb, Math.ceil(memoryMb)),
    requests: Math.min(LONG_RUN_LIMITS.requests, Math.floor(requests)),
    answerBytes: Math.min(LONG_RUN_LIMITS.answerBytes, Math.ceil(answersMb * MB)),
  }
}

/** Returns why this server does not run the skill, as a sentence with the numbers; undefined if it does. */
export function beyondCeilings(
  skill: Pick<SkillDocument, 'name' | 'limits'>,
  { isOffered, wallMs, memoryMb }: LongCeilings,
): string | undefined {
  if (laneOf(skill) === 'quick') return undefined
  if (!isOffered) return `“${skill.name}” runs in the long lane, which this server does not offer.`
  const { timeoutMs = 0, memoryMb: wantedMb = 0 } = skill.limits ?? {}
  if (timeoutMs > wallMs)
    return `“${skill.name}” asks for ${formatMinutes(timeoutMs)} in the long lane, but this server allows ${formatMinutes(wallMs)}.`
  if (wantedMb > memoryMb)
    return `“${skill.name}” asks for ${wantedMb} MB of memory in the long lane, but this server allows ${memoryMb} MB.`
  return undefined
}

function formatMinutes(ms: number): string {
  const minutes = Number((ms / MINUTE_MS).toFixed(2))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** Reads the ceilings for a skill of the lane `long`; undefined for others, which have none. */
export async function readCeilingsOf(db: Database | Tx, lane: Lane): Promise<LongCeilings | undefined> {
  return lane === 'long' ? readLongCeilings(db) : undefined
}
