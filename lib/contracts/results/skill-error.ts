/**
 * Errors that skills report. A skill must not speak for the platform ("sign in again"), which would allow phishing, so codes
 * that only the platform may use become SKILL_ERROR, attributed to the skill. See docs/spec/execution.md §2.
 */
import { DEFAULT_RETRY_AFTER, ERRORS, type ErrorCode, type PublicError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'

// biome-ignore format: table
const REPORTABLE_BY_SKILLS: Record<ErrorCode, boolean> = {
  // Skills may report problems with input, environment and called services.
  INVALID_INPUT:             true,
  MISSING_REQUIRED_PARAM:    true,
  NOT_FOUND:                 true,
  PRECONDITION_FAILED:       true,
  CONFLICT:                  true,
  // A handler passes on that the caller's vault is full.
  LIMIT_REACHED:             true,
  RATE_LIMIT_EXCEEDED:       true,
  TOOL_NOT_AVAILABLE:        true,
  TOOL_TIMEOUT:              true,
  SEARCH_API_ERROR:          true,
  SKILL_ERROR:               true,
  // Only the platform judges identity, permissions and payment.
  UNAUTHENTICATED:           false,
  POLICY_DENIED:             false,
  PAYMENT_REQUIRED:          false,
  // Only the site withdraws versions.
  SKILL_QUARANTINED:         false,
  SKILL_RECALLED:            false,
  // The platform reports cancellations, verdicts and its own faults.
  CANCELLED:                 false,
  OUTPUT_CONTRACT_VIOLATION: false,
  INTERNAL_ERROR:            false,
}

export function isReportableBySkills(code: ErrorCode): boolean {
  return REPORTABLE_BY_SKILLS[code]
}

type ReportedError = {
  code?: unknown
  message?: unknown
  recoverable?: unknown
  suggestedAction?: unknown
  retryAfter?: unknown
  field?: unknown
}

/** Returns the public error of what a skill reported. `fallback` is the message of one without. */
export function skillError(reported: ReportedError, fallback?: string): PublicError {
  const claimed = isErrorCode(reported.code) ? reported.code : 'SKILL_ERROR'
  const code = REPORTABLE_BY_SKILLS[claimed] ? claimed : 'SKILL_ERROR'
  const message = readText(reported.message)
  const action = readText(reported.suggestedAction)
  const retryAfter =
    readSeconds(reported.retryAfter) ?? (code === 'RATE_LIMIT_EXCEEDED' ? DEFAULT_RETRY_AFTER : undefined)
  const shown = message ? attributeToSkill(message, code === claimed) : (fallback ?? ERRORS[code].message)
  const path = readPath(reported.field)
  return {
    code,
    message: shown,
    recoverable: typeof reported.recoverable === 'boolean' ? reported.recoverable : ERRORS[code].recoverable,
    ...(action && { suggested_action: attributeToSkill(action, code === claimed) }),
    ...(retryAfter !== undefined && TEMPORARY.includes(code) && { retry_after: retryAfter }),
    ...(path !== undefined && { details: [{ path, keyword: ABOUT_FIELD, message: shown }] }),
  }
}

/** Marks a detail that repeats the error of a skill at the field of the input that it is about. */
export const ABOUT_FIELD = 'field'

/** Returns the JSON Pointer of a field, which a skill gives as such or as a name at the top of its input. */
function readPath(field: unknown): string | undefined {
  if (typeof field !== 'string' || field === '') return undefined
  return field.startsWith('/') ? field : toPointer([field])
}

function attributeToSkill(message: string, isReportable: boolean): string {
  return isReportable ? message : `The skill reported: “${message}”`
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code)
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Codes after which waiting can help. */
const TEMPORARY: readonly ErrorCode[] = [
  'RATE_LIMIT_EXCEEDED',
  'TOOL_NOT_AVAILABLE',
  'SEARCH_API_ERROR',
  'TOOL_TIMEOUT',
]

/** In seconds. */
const MAX_RETRY_AFTER = 24 * 3600

/** Returns whole seconds of at most a day; undefined for anything else. */
function readSeconds(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined
  return Math.min(Math.ceil(value), MAX_RETRY_AFTER)
}

/** Returns the error of an output whose status is `failed`. Further errors become details. See docs/spec/contracts.md §5. */
export function errorFromEnvelope(output: Json): PublicError {
  const listed = isObject(output) && Array.isArray(output.errors) ? output.errors.filter(isObject) : []
  const [first = {}, ...others] = listed
  const reported = reportedError(first, 'The skill reported that it failed.')
  return {
    ...reported,
    ...(others.length > 0 && {
      details: [
        ...(reported.details ?? []),
        ...others.map((each) => {
          const { message, details, ...params } = reportedError(each, 'Unnamed error')
          const [about] = details ?? []
          return { path: about?.path ?? '', keyword: about?.keyword ?? 'error', message, params }
        }),
      ],
    }),
  }
}

function reportedError({ suggested_action, retry_after, ...error }: JsonObject, fallback: string) {
  return skillError({ ...error, suggestedAction: suggested_action, retryAfter: retry_after }, fallback)
}
