/**
 * What a skill may say of its own failure: by a throw, or inside a failed status envelope. Ground; also in the browser.
 *
 * A skill keeps its own words, but it may not speak for the market: "sign in again", "your balance is too small",
 * "you are not allowed" in our voice would be a good place to phish from. Such a code becomes SKILL_ERROR, and
 * the words are given as the skill's.
 * Source: specification "Execution", Handler; "Skill Input/Output Contract Design" 31.4.
 */
import { ERRORS, type ErrorCode, type PublicError } from '../../errors.ts'

// biome-ignore format: a table reads in rows
const MAY_A_SKILL_SAY: Record<ErrorCode, boolean> = {
  // What it found wrong with its input, with the world, or with what it called.
  INVALID_INPUT:             true,
  MISSING_REQUIRED_PARAM:    true,
  NOT_FOUND:                 true,
  PRECONDITION_FAILED:       true,
  CONFLICT:                  true,
  RATE_LIMIT_EXCEEDED:       true,
  TOOL_NOT_AVAILABLE:        true,
  TOOL_TIMEOUT:              true,
  SEARCH_API_ERROR:          true,
  SKILL_ERROR:               true,
  // Who somebody is, what they may do and what they pay: the market's to say.
  UNAUTHENTICATED:           false,
  POLICY_DENIED:             false,
  PAYMENT_REQUIRED:          false,
  // The caller's own doing, our verdict on the skill, and our own faults.
  CANCELLED:                 false,
  OUTPUT_CONTRACT_VIOLATION: false,
  INTERNAL_ERROR:            false,
}

type Said = { code?: unknown; message?: unknown; recoverable?: unknown; suggestedAction?: unknown }

/** The public error for what a skill said; `otherwise` stands for a message it did not give. */
export function skillError(said: Said, otherwise?: string): PublicError {
  const claimed = isErrorCode(said.code) ? said.code : 'SKILL_ERROR'
  const code = MAY_A_SKILL_SAY[claimed] ? claimed : 'SKILL_ERROR'
  const words = textOf(said.message)
  const action = textOf(said.suggestedAction)
  return {
    code,
    message: words ? inWhoseVoice(words, code === claimed) : (otherwise ?? ERRORS[code].message),
    recoverable: typeof said.recoverable === 'boolean' ? said.recoverable : ERRORS[code].recoverable,
    ...(action && { suggested_action: inWhoseVoice(action, code === claimed) }),
  }
}

function inWhoseVoice(words: string, isItsToSay: boolean): string {
  return isItsToSay ? words : `The skill says: “${words}”`
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
