import type { ErrorCode } from '../../kernel/errors.ts'

/** Errors that are the skill's own fault, unless this site refused a request of it. */
export const SKILL_FAULTS: readonly ErrorCode[] = ['SKILL_ERROR', 'TOOL_TIMEOUT', 'OUTPUT_CONTRACT_VIOLATION']
