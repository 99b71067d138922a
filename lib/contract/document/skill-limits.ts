/** How long a call may take and how much it may hold. Ground; also in the browser. */

/** The most a skill may ask of the sandbox, by runtime. */
export const SKILL_LIMITS = {
  javascript: { timeoutMs: 10_000, memoryMb: 128 },
  python: { timeoutMs: 30_000, memoryMb: 256 },
} as const

/** What a tool of the house may take; one that runs a skill waits for that. */
export const TOOL_LIMITS = { timeoutMs: 40_000 } as const
