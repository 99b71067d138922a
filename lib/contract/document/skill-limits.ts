/** The most a skill may ask of the sandbox, by runtime. Ground; also in the browser. */

export const SKILL_LIMITS = {
  javascript: { timeoutMs: 10_000, memoryMb: 128 },
  python: { timeoutMs: 30_000, memoryMb: 256 },
} as const
