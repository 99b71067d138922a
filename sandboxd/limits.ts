/** The box's own bounds, whatever a job asks for. */
import { RUN_LIMITS } from '../lib/contract/document/skill-limits.ts'
import { MEMORY_MB } from '../lib/sandbox/endings.ts'

/** What a job may ask for at most. */
export const CEILING = {
  wallMs: 60_000,
  memoryMb: MEMORY_MB.python,
  outputBytes: RUN_LIMITS.outputBytes,
  logBytes: RUN_LIMITS.logBytes,
  logLines: RUN_LIMITS.logLines,
} as const

/** A job on the wire: a definition, an input and a config, each bounded by whoever made it. */
export const JOB_BYTES = 16 * 1024 * 1024

/** What a run may ask of Guildhall: how often, and with how much; a blob of 10 MiB travels as base64. */
export const CALLS = RUN_LIMITS.calls
export const CALL_BYTES = 15 * 1024 * 1024

/** How deep runs may wait for one another; `lib/execution/call-skill.ts` says the same. */
export const MAX_DEPTH = 4

/** Runs that wait for a process, and how long each does. */
export const MAX_WAITING = 100
export const MAX_WAIT_MS = 15_000
