/**
 * A skill must not imitate the platform ("sign in again"), which would allow phishing. Such codes become SKILL_ERROR,
 * attributed to the skill. See docs/spec/execution.md §2.
 */
import { ERRORS, type ErrorCode, type PublicError } from '../../errors.ts'
import { isObject, type Json } from '../../json/json.ts'

// biome-ignore format: a table reads in rows
const REPORTABLE_BY_SKILLS: Record<ErrorCode, boolean> = {
  // Input, environment, called services.
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
  // Identity, permissions and payment are the platform's.
  UNAUTHENTICATED:           false,
  POLICY_DENIED:             false,
  PAYMENT_REQUIRED:          false,
  // Actions of the caller, verdicts, platform faults.
  CANCELLED:                 false,
  OUTPUT_CONTRACT_VIOLATION: false,
  INTERNAL_ERROR:            false,
}

type ReportedError = { code?: unknown; message?: unknown; recoverable?: unknown; suggestedAction?: unknown }

/** `otherwise` if the skill gave no message. */
export function skillError(reported: ReportedError, otherwise?: string): PublicError {
  const claimed = isErrorCode(reported.code) ? reported.code : 'SKILL_ERROR'
  const code = REPORTABLE_BY_SKILLS[claimed] ? claimed : 'SKILL_ERROR'
  const message = textOf(reported.message)
  const action = textOf(reported.suggestedAction)
  return {
    code,
    message: message ? attributeToSkill(message, code === claimed) : (otherwise ?? ERRORS[code].message),
    recoverable: typeof reported.recoverable === 'boolean' ? reported.recoverable : ERRORS[code].recoverable,
    ...(action && { suggested_action: attributeToSkill(action, code === claimed) }),
  }
}

function attributeToSkill(message: string, isReportable: boolean): string {
  return isReportable ? message : `The skill reported: “${message}”`
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** See docs/spec/contracts.md §5. */
export function errorFromEnvelope(output: Json): PublicError {
  const listed = isObject(output) && Array.isArray(output.errors) ? output.errors.filter(isObject) : []
  const [first = {}, ...others] = listed
  const { suggested_action: suggestedAction, ...error } = first
  return {
    ...skillError({ ...error, suggestedAction }, 'The skill reported that it failed.'),
    ...(others.length > 0 && {
      details: others.map((each) => ({ path: '', message: skillError(each, 'Unnamed error').message })),
    }),
  }
}
