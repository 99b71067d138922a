/** The limits of one run, by runtime. See docs/spec/execution.md §4. */
export const SKILL_LIMITS = {
  javascript: { timeoutMs: 10_000, cpuMs: 1_000, memoryMb: 128 },
  python: { timeoutMs: 30_000, cpuMs: 10_000, memoryMb: 256 },
} as const

/** The most skills that a SkillSet can have. */
export const MAX_SKILLS = 100

const MB = 1024 * 1024

export const RUN_LIMITS = {
  requests: 50,
  /** Of each request; likewise of each response. */
  requestBytes: 10 * MB,
  responseBytes: 10 * MB,
  calls: 200,
  /** Limited because a blob is text in the sandbox's memory. */
  blobBytes: 10 * MB,
  outputBytes: 4 * MB,
  logBytes: 64 * 1024,
  logLines: 1_000,
} as const

export const RESOURCE_LIMITS = { count: 500, pathChars: 200 } as const

/** Of built-in tools, for which a caller waits. */
export const TOOL_LIMITS = { timeoutMs: 40_000 } as const
