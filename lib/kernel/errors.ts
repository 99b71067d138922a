/** The table of HTTP status, JSON-RPC code, ToolResult code, SDK class and message: docs/spec/contracts.md §4. */

import type { ReachedLimit } from './limit-reached.ts'
import { isOutage } from './outage.ts'

/** `path` is a JSON Pointer, "" for the whole value. */
export type Issue = {
  path: string
  message: string
  /** The keyword that failed, or a rule's id. */
  keyword?: string
  params?: Record<string, unknown>
}

type ErrorSpec = {
  http: number
  /** JSON-RPC 2.0; null for codes that only end runs. */
  rpc: number | null
  tool: string
  sdk: string
  /** True if changing or repeating the call can help. */
  recoverable: boolean
  message: string
  suggestedAction?: string
  needsDetails?: true
}

// biome-ignore format: table
export const ERRORS = {
  INVALID_INPUT:             { http: 400, rpc: -32602, tool: 'VALIDATION_ERROR',    sdk: 'ValidationError',   recoverable: true,  message: 'The input does not match the contract.', suggestedAction: 'Correct the listed fields.', needsDetails: true },
  MISSING_REQUIRED_PARAM:    { http: 400, rpc: -32602, tool: 'VALIDATION_ERROR',    sdk: 'ValidationError',   recoverable: true,  message: 'A required field is missing.', suggestedAction: 'Fill in the listed fields.', needsDetails: true },
  NOT_FOUND:                 { http: 404, rpc: -32004, tool: 'NOT_FOUND',           sdk: 'NotFoundError',     recoverable: true,  message: 'Not found, or you do not have access to it.', suggestedAction: 'Check its name or id, and that you have access to it.' },
  PRECONDITION_FAILED:       { http: 412, rpc: -32012, tool: 'PRECONDITION_FAILED', sdk: 'PreconditionError', recoverable: true,  message: 'Something needs to be set up first.' },
  POLICY_DENIED:             { http: 403, rpc: -32003, tool: 'POLICY_DENIED',       sdk: 'PolicyError',       recoverable: false, message: 'You are not allowed to do this.' },
  UNAUTHENTICATED:           { http: 401, rpc: -32001, tool: 'POLICY_DENIED',       sdk: 'AuthError',         recoverable: true,  message: 'Sign in to do this.', suggestedAction: 'Sign in, or send a valid API key.' },
  CONFLICT:                  { http: 409, rpc: -32009, tool: 'CONFLICT',            sdk: 'ConflictError',     recoverable: true,  message: 'It has changed since you last read it.', suggestedAction: 'Read it again, then retry.' },
  LIMIT_REACHED:             { http: 409, rpc: -32010, tool: 'PRECONDITION_FAILED', sdk: 'LimitError',        recoverable: true,  message: 'A limit is reached.', suggestedAction: 'Make room, then try again. Waiting does not help.' },
  PAYMENT_REQUIRED:          { http: 402, rpc: -32002, tool: 'POLICY_DENIED',       sdk: 'PaymentError',      recoverable: true,  message: 'Your balance or spending cap does not cover this run.' },
  RATE_LIMIT_EXCEEDED:       { http: 429, rpc: -32029, tool: 'POLICY_DENIED',       sdk: 'RateLimitError',    recoverable: true,  message: 'Too many requests.', suggestedAction: 'Wait, then retry.' },
  TOOL_NOT_AVAILABLE:        { http: 503, rpc: -32050, tool: 'PRECONDITION_FAILED', sdk: 'UnavailableError',  recoverable: true,  message: 'A required service is not available right now.' },
  SKILL_QUARANTINED:         { http: 423, rpc: -32013, tool: 'SKILL_QUARANTINED',   sdk: 'QuarantinedError',  recoverable: true,  message: 'This version is in quarantine while an admin looks into it.', suggestedAction: 'Wait, or use another skill.' },
  SKILL_RECALLED:            { http: 410, rpc: -32014, tool: 'SKILL_RECALLED',      sdk: 'RecalledError',     recoverable: false, message: 'This version was recalled.', suggestedAction: 'Use another version, or another skill.' },
  TOOL_TIMEOUT:              { http: 408, rpc: null,   tool: 'TIMEOUT',             sdk: 'DeadlineError',     recoverable: true,  message: 'The skill timed out.', suggestedAction: 'Try again with a smaller input.' },
  SEARCH_API_ERROR:          { http: 502, rpc: null,   tool: 'INTERNAL_ERROR',      sdk: 'UpstreamError',     recoverable: true,  message: 'A service that the skill called returned an error.' },
  OUTPUT_CONTRACT_VIOLATION: { http: 500, rpc: null,   tool: 'INTERNAL_ERROR',      sdk: 'InternalError',     recoverable: false, message: 'The skill’s output violates its contract, so it was withheld. Its price was not charged.' },
  SKILL_ERROR:               { http: 500, rpc: null,   tool: 'INTERNAL_ERROR',      sdk: 'InternalError',     recoverable: false, message: 'The skill failed.' },
  CANCELLED:                 { http: 499, rpc: null,   tool: 'CANCELLED',           sdk: 'CancelledError',    recoverable: true,  message: 'The run was cancelled.' },
  INTERNAL_ERROR:            { http: 500, rpc: -32603, tool: 'INTERNAL_ERROR',      sdk: 'InternalError',     recoverable: false, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof ERRORS

/** ToolResults have fewer codes: docs/spec/contracts.md §4. */
export type ToolErrorCode = (typeof ERRORS)[ErrorCode]['tool']

/** Survives JSON and server actions. */
export type PublicError = {
  code: ErrorCode
  /** The class of an exception in a skill's code: "RangeError". */
  type?: string
  message: string
  recoverable: boolean
  suggested_action?: string
  details?: Issue[]
  /** The page where the user can fix it ("/settings/config/…"). */
  href?: string
  /** Seconds; always present with RATE_LIMIT_EXCEEDED, and with TOOL_NOT_AVAILABLE if waiting helps. */
  retry_after?: number
  /** What is used up; present with LIMIT_REACHED unless a skill reported it. */
  limit?: ReachedLimit
  /** The log has it too. Present with INTERNAL_ERROR. */
  reference?: string
}

type AppErrorOptions = {
  message?: string
  issues?: Issue[]
  href?: string
  recoverable?: boolean
  suggestedAction?: string
  retryAfter?: number
  /** For LIMIT_REACHED, which `limitReached` creates. */
  limit?: ReachedLimit
  /** Only the log contains it. */
  detail?: string
  cause?: unknown
}

/** Only the log contains `detail` and `cause`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly options: AppErrorOptions

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.options = options
  }
}

/** For `catch` where a refusal means “none”: returns undefined for an AppError, and rethrows everything else. */
export function ignoreAppError(thrown: unknown): undefined {
  if (!(thrown instanceof AppError)) throw thrown
}

/** Seconds to wait after RATE_LIMIT_EXCEEDED if the one who refused did not say: docs/spec/contracts.md §4. */
export const DEFAULT_RETRY_AFTER = 60

/** How many seconds to wait after a database or a sandbox did not answer: most restarts take no longer. */
export const OUTAGE_RETRY_AFTER = 2

/** Returns INTERNAL_ERROR for anything but an `AppError` or an outage; its message stays private. */
export function toPublicError(thrown: unknown, reference?: string): PublicError {
  if (!(thrown instanceof AppError) || thrown.code === 'INTERNAL_ERROR') {
    if (isOutage(thrown))
      return toPublicError(
        new AppError('TOOL_NOT_AVAILABLE', {
          suggestedAction: 'Try again in a moment.',
          retryAfter: OUTAGE_RETRY_AFTER,
        }),
      )
    const { message, recoverable } = ERRORS.INTERNAL_ERROR
    return { code: 'INTERNAL_ERROR', message, recoverable, ...(reference && { reference }) }
  }
  const spec: ErrorSpec = ERRORS[thrown.code]
  const { issues, href, recoverable, suggestedAction, limit } = thrown.options
  const retryAfter =
    thrown.options.retryAfter ?? (thrown.code === 'RATE_LIMIT_EXCEEDED' ? DEFAULT_RETRY_AFTER : undefined)
  // “Read it again, then retry” helps with the usual conflict only, not with “This passkey is already registered”.
  const isOtherConflict = thrown.code === 'CONFLICT' && thrown.options.message !== undefined
  const action = suggestedAction ?? (isOtherConflict ? undefined : usualAction(thrown.code, issues))
  return {
    code: thrown.code,
    message: thrown.message,
    recoverable: recoverable ?? spec.recoverable,
    ...(action && { suggested_action: action }),
    ...(issues && issues.length > 0 && { details: issues }),
    ...(href && { href }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(limit && { limit }),
  }
}

/** Returns the error for a program, which reads it away from the site: its link has the site's address. */
export function withAbsoluteLink(error: PublicError, origin: string): PublicError {
  return error.href === undefined ? error : { ...error, href: new URL(error.href, origin).href }
}

/** The keyword of a detail: the message is this site's, not that of a skill whose code failed because of it. */
export const REFUSED_BY_SITE = 'refused'

/** Returns undefined if the action mentions details and there are none. */
export function usualAction(code: ErrorCode, issues: readonly Issue[] = []): string | undefined {
  const { suggestedAction, needsDetails }: ErrorSpec = ERRORS[code]
  return needsDetails && issues.length === 0 ? undefined : suggestedAction
}

/** Has HTTP status 413. */
export function tooLarge(message: string, maxBytes: number): AppError {
  const issues = [{ path: '', keyword: TOO_LARGE, message, params: { limit: maxBytes } }]
  return new AppError('INVALID_INPUT', { message, issues, suggestedAction: 'Send less data.' })
}

const TOO_LARGE = 'maxBytes'

/** Other methods get HTTP status 405. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export function wrongMethod(method: string, allowed: readonly string[]): AppError {
  const message = `This endpoint does not accept ${method.slice(0, 20)} requests.`
  return new AppError('INVALID_INPUT', {
    message,
    issues: [{ path: '', keyword: WRONG_METHOD, message, params: { allowed } }],
    suggestedAction: `Use ${allowed.join(', ').replace(/, (?=[^,]*$)/, ' or ')}.`,
  })
}

const WRONG_METHOD = 'httpMethod'

/** Returns the table's status, 413 (RFC 9110 §15.5.14) or 405 (§15.5.6). */
export function httpStatus(error: PublicError): number {
  if (isTooLarge(error)) return 413
  return error.details?.some(({ keyword }) => keyword === WRONG_METHOD) ? 405 : ERRORS[error.code].http
}

/** True if the request body was not read to its end. */
export function isTooLarge({ details }: PublicError): boolean {
  return details?.some(({ keyword }) => keyword === TOO_LARGE) ?? false
}

export function missingScope(scopes: readonly string[]): Issue {
  const message = `needs the scope ${scopes.map((scope) => `“${scope}”`).join(' or ')}`
  return { path: '', keyword: MISSING_SCOPE, message, params: { scopes } }
}

const MISSING_SCOPE = 'scope'

/** Returns the scopes of which one could succeed (RFC 6750 §3.1); undefined if the error is about something else. */
export function findMissingScopes({ code, details }: PublicError): string[] | undefined {
  const issue = code === 'POLICY_DENIED' && details?.find(({ keyword }) => keyword === MISSING_SCOPE)
  const scopes = issue ? issue.params?.scopes : undefined
  return Array.isArray(scopes) ? scopes.map(String) : undefined
}

export function issuesUnder(prefix: string, issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: prefix + issue.path }))
}

/** `[a -> b] message`, or the bare message for the whole value. */
export function issueText({ path, message }: Issue): string {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.length === 0 ? message : `[${keys.join(' -> ')}] ${message}`
}
