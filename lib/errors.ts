/**
 * Every failure this application reports to anyone, in one table.
 *
 * Ground. The table is the only place where a code meets an HTTP status, a JSON-RPC number, a ToolResult
 * code, a class of the SDK and a sentence for people; adapters read it and hold no numbers of their own.
 * Source: specification "Contracts" §4; "Skill Input/Output Contract Design" 31.4.
 */

/** One thing wrong with one field. `path` is a JSON Pointer, "" for the whole value. */
export type Issue = {
  path: string
  message: string
  /** The JSON Schema keyword, or the rule id, that said no. */
  keyword?: string
  params?: Record<string, unknown>
}

type ErrorSpec = {
  /** Status for HTTP doors. */
  http: number
  /** JSON-RPC 2.0 code; null when it can only end a run, never a call. */
  rpc: number | null
  /** Code of a ToolResult. */
  tool: string
  /** Class that the SDK throws. */
  sdk: string
  /** True when the same caller can succeed by changing or repeating the call. */
  recoverable: boolean
  /** Shown to anyone when the thrower gave no sentence of its own. Never mentions internals. */
  message: string
  /** What to try next, for people and for agents. */
  suggestedAction?: string
}

// biome-ignore format: a table reads in rows
export const ERRORS = {
  INVALID_INPUT:             { http: 400, rpc: -32602, tool: 'VALIDATION_ERROR',    sdk: 'ValidationError',   recoverable: true,  message: 'The input does not match the contract.', suggestedAction: 'Correct the fields listed in details.' },
  MISSING_REQUIRED_PARAM:    { http: 400, rpc: -32602, tool: 'VALIDATION_ERROR',    sdk: 'ValidationError',   recoverable: true,  message: 'A required field is missing.', suggestedAction: 'Fill the fields listed in details.' },
  NOT_FOUND:                 { http: 404, rpc: -32004, tool: 'NOT_FOUND',           sdk: 'NotFoundError',     recoverable: true,  message: 'There is no such thing, or you cannot see it.', suggestedAction: 'Check the name and the version.' },
  PRECONDITION_FAILED:       { http: 412, rpc: -32012, tool: 'PRECONDITION_FAILED', sdk: 'PreconditionError', recoverable: true,  message: 'Something has to be set up first.' },
  POLICY_DENIED:             { http: 403, rpc: -32003, tool: 'POLICY_DENIED',       sdk: 'PolicyError',       recoverable: false, message: 'You are not allowed to do this.' },
  UNAUTHENTICATED:           { http: 401, rpc: -32001, tool: 'POLICY_DENIED',       sdk: 'AuthError',         recoverable: true,  message: 'Sign in to do this.', suggestedAction: 'Sign in, or send a valid API key.' },
  CONFLICT:                  { http: 409, rpc: -32009, tool: 'CONFLICT',            sdk: 'ConflictError',     recoverable: true,  message: 'It changed since you read it.', suggestedAction: 'Read it again, then retry.' },
  PAYMENT_REQUIRED:          { http: 402, rpc: -32002, tool: 'POLICY_DENIED',       sdk: 'PaymentError',      recoverable: true,  message: 'The balance or the cap does not cover this run.' },
  RATE_LIMIT_EXCEEDED:       { http: 429, rpc: -32029, tool: 'POLICY_DENIED',       sdk: 'RateLimitError',    recoverable: true,  message: 'Too many calls.', suggestedAction: 'Wait, then retry.' },
  TOOL_NOT_AVAILABLE:        { http: 503, rpc: -32050, tool: 'PRECONDITION_FAILED', sdk: 'UnavailableError',  recoverable: true,  message: 'What this needs is not available right now.' },
  TOOL_TIMEOUT:              { http: 408, rpc: null,   tool: 'TIMEOUT',             sdk: 'DeadlineError',     recoverable: true,  message: 'The skill ran out of time.', suggestedAction: 'Try again with less to do.' },
  SEARCH_API_ERROR:          { http: 502, rpc: null,   tool: 'INTERNAL_ERROR',      sdk: 'UpstreamError',     recoverable: true,  message: 'A service the skill called answered with an error.' },
  OUTPUT_CONTRACT_VIOLATION: { http: 500, rpc: null,   tool: 'INTERNAL_ERROR',      sdk: 'InternalError',     recoverable: false, message: 'The skill returned something its contract does not allow, so the result was withheld. You were not charged.' },
  SKILL_ERROR:               { http: 500, rpc: null,   tool: 'INTERNAL_ERROR',      sdk: 'InternalError',     recoverable: false, message: 'The skill failed.' },
  CANCELLED:                 { http: 499, rpc: null,   tool: 'CANCELLED',           sdk: 'CancelledError',    recoverable: true,  message: 'The run was cancelled.' },
  INTERNAL_ERROR:            { http: 500, rpc: -32603, tool: 'INTERNAL_ERROR',      sdk: 'InternalError',     recoverable: false, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof ERRORS

/** What leaves the building. Plain data: survives JSON and the server-action boundary. */
export type PublicError = {
  code: ErrorCode
  /** The class of what a skill's own code threw: "RangeError". */
  type?: string
  message: string
  recoverable: boolean
  suggested_action?: string
  details?: Issue[]
  /** Where a person mends it, as a path of this site ("/settings/config/…"). */
  href?: string
  /** Seconds, with RATE_LIMIT_EXCEEDED. */
  retry_after?: number
  /** With INTERNAL_ERROR: what to quote, and what the log line carries. */
  reference?: string
}

type AppErrorOptions = {
  /** A public sentence that says it better than the table's. */
  message?: string
  issues?: Issue[]
  href?: string
  recoverable?: boolean
  suggestedAction?: string
  retryAfter?: number
  /** For the log only. */
  detail?: string
  cause?: unknown
}

/** The one error class. `message`, `issues`, `href` are public; `detail` and `cause` are for the log. */
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

/**
 * Turns anything thrown into what a caller may see. Total: what is not an `AppError` is our fault, never
 * the caller's, so it becomes INTERNAL_ERROR with `reference` and nothing of its own message.
 */
export function toPublicError(thrown: unknown, reference?: string): PublicError {
  if (!(thrown instanceof AppError) || thrown.code === 'INTERNAL_ERROR') {
    const { message, recoverable } = ERRORS.INTERNAL_ERROR
    return { code: 'INTERNAL_ERROR', message, recoverable, ...(reference && { reference }) }
  }
  const spec: ErrorSpec = ERRORS[thrown.code]
  const { issues, href, retryAfter, recoverable, suggestedAction } = thrown.options
  const action = suggestedAction ?? usualAction(thrown.code, issues)
  return {
    code: thrown.code,
    message: thrown.message,
    recoverable: recoverable ?? spec.recoverable,
    ...(action && { suggested_action: action }),
    ...(issues && issues.length > 0 && { details: issues }),
    ...(href && { href }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  }
}

/** The table's advice; none where it would send somebody to details that are not there. */
export function usualAction(code: ErrorCode, issues: readonly Issue[] = []): string | undefined {
  const { suggestedAction }: ErrorSpec = ERRORS[code]
  return issues.length === 0 && suggestedAction?.endsWith('listed in details.') ? undefined : suggestedAction
}

/** Too much of something. Its HTTP status is 413, see `httpStatus`. */
export function tooLarge(message: string, maxBytes: number): AppError {
  const issues = [{ path: '', keyword: TOO_LARGE, message, params: { limit: maxBytes } }]
  return new AppError('INVALID_INPUT', { message, issues, suggestedAction: 'Send less.' })
}

const TOO_LARGE = 'maxBytes'

/** Status for HTTP doors: the table's, but 413 for what is wrong by its size only (RFC 9110 §15.5.14). */
export function httpStatus(error: PublicError): number {
  return isTooLarge(error) ? 413 : ERRORS[error.code].http
}

/** Whether it is about size only: then what was sent was not read to its end. */
export function isTooLarge({ details }: PublicError): boolean {
  return details?.some(({ keyword }) => keyword === TOO_LARGE) ?? false
}

/** The text form of a detail: `[a -> b] message`, or the bare message for the whole value. */
export function issueText({ path, message }: Issue): string {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.length === 0 ? message : `[${keys.join(' -> ')}] ${message}`
}
