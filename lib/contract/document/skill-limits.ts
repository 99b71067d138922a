/** How long a call may take and how much it may hold. Ground; also in the browser. */

/** The most a skill may ask of the sandbox, by runtime. Source: specification "Execution", Limits and refusals. */
export const SKILL_LIMITS = {
  javascript: { timeoutMs: 10_000, cpuMs: 1_000, memoryMb: 128 },
  python: { timeoutMs: 30_000, cpuMs: 10_000, memoryMb: 256 },
} as const

const MB = 1024 * 1024

/** What every run of a skill gets, and none more of. */
export const RUN_LIMITS = {
  requests: 50,
  /** Of what one request sends, and of what answers it. */
  requestBytes: 10 * MB,
  responseBytes: 10 * MB,
  /** Other skills, tools and blobs that it asks for. */
  calls: 200,
  /** Of one blob that is read or written: it travels as text, and the box holds it whole. */
  blobBytes: 10 * MB,
  outputBytes: 4 * MB,
  logBytes: 64 * 1024,
  logLines: 1_000,
} as const

/** What a built-in tool may take; one that runs a skill waits for that. */
export const TOOL_LIMITS = { timeoutMs: 40_000 } as const
