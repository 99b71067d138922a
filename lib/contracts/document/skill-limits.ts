/** Runs of one lane never wait for runs of the other: each has its own slots, workers and processes. */
export const LANES = ['quick', 'long'] as const

export type Lane = (typeof LANES)[number]

/** The limits of one run of the lane `quick`, by runtime. See docs/spec/execution.md §4. */
export const SKILL_LIMITS = {
  javascript: { timeoutMs: 10_000, cpuMs: 1_000, memoryMb: 128 },
  python: { timeoutMs: 30_000, cpuMs: 10_000, memoryMb: 256 },
} as const

/** Of the lane `long`, in both languages. Operators can lower them (lib/settings/long-lane.ts). */
export const LONG_SKILL_LIMITS = { timeoutMs: 900_000, cpuMs: 300_000, memoryMb: 1_024 } as const

/** Drafts may contain anything. */
export function laneOf({ limits }: { limits?: { lane?: unknown } }): Lane {
  return limits?.lane === 'long' ? 'long' : 'quick'
}

/** Returns how long a run may take, in whole minutes; undefined for a skill of the lane `quick`. */
export function longMinutesOf(skill: {
  limits?: { lane?: unknown; timeoutMs?: number }
}): number | undefined {
  if (laneOf(skill) === 'quick') return undefined
  return Math.ceil((skill.limits?.timeoutMs ?? LONG_SKILL_LIMITS.timeoutMs) / 60_000)
}

type SkillLimits = { timeoutMs: number; cpuMs: number; memoryMb: number }

export function findSkillLimits(runtime: 'javascript' | 'python', lane: Lane = 'quick'): SkillLimits {
  return lane === 'long' ? LONG_SKILL_LIMITS : SKILL_LIMITS[runtime]
}

/** The most skills that a SkillSet can have. */
export const MAX_SKILLS = 100
/** Packages that a SkillSet names; those that they depend on have the operator's limit. */
export const MAX_DEPENDENCIES = 50

const MB = 1024 * 1024

export const RUN_LIMITS = {
  requests: 50,
  /** Of each request; likewise of each response. */
  requestBytes: 10 * MB,
  responseBytes: 10 * MB,
  calls: 200,
  /** How deep runs can call each other. */
  callDepth: 4,
  /** Reads and writes of blobs, whole or part by part. */
  blobParts: 1_000,
  /** The size of a blob that is read or written whole, and of one part: both are text in the sandbox's memory. */
  blobBytes: 10 * MB,
  /** All blobs that a run writes, together. */
  writtenBlobBytes: 500 * MB,
  outputBytes: 4 * MB,
  logBytes: 64 * 1024,
  logLines: 1_000,
  /** What a run emits while it runs (`context.emit`): how many parts, and how large all of them together. */
  parts: 1_000,
  partBytes: 4 * MB,
} as const

export const LONG_RUN_LIMITS = {
  requests: 2_000,
  /** Of all responses together; one response may have as many. */
  answerBytes: 100 * MB,
  parts: 10_000,
  partBytes: 16 * MB,
} as const

export const RESOURCE_LIMITS = { count: 500, pathChars: 200 } as const

/** Of built-in tools, for which a caller waits. */
export const TOOL_LIMITS = { timeoutMs: 40_000 } as const
