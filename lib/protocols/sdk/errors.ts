/** The SDK's error classes, for remote, local and handlers' errors. See docs/spec/contracts.md §4. */
import { ERRORS, type ErrorCode, type Issue, type PublicError, usualAction } from '../../kernel/errors.ts'
import type { ReachedLimit } from '../../kernel/limit-reached.ts'

type ErrorFields = {
  code?: ErrorCode
  recoverable?: boolean
  suggestedAction?: string
  details?: Issue[]
  retryAfter?: number
  limit?: ReachedLimit
  reference?: string
  runId?: string
  cause?: unknown
}

export class GuildhallError extends Error {
  readonly code: ErrorCode
  /** True if the same caller can succeed by changing or repeating the call. */
  readonly recoverable: boolean
  readonly status: number
  readonly suggestedAction?: string
  readonly details: Issue[]
  readonly retryAfter?: number
  /** What is used up, after LIMIT_REACHED; `suggestedAction` says how to get room. */
  readonly limit?: ReachedLimit
  readonly reference?: string
  /** The failed run; absent if the call was refused before it started. */
  readonly runId?: string

  constructor(message: string | undefined, fields: ErrorFields & { code: ErrorCode }) {
    const spec: {
      message: string
      http: number
      sdk: string
      recoverable: boolean
    } = ERRORS[fields.code]
    super(message ?? spec.message, fields.cause === undefined ? undefined : { cause: fields.cause })
    // A minifier may rename the class.
    this.name = spec.sdk
    this.code = fields.code
    this.status = spec.http
    this.recoverable = fields.recoverable ?? spec.recoverable
    this.details = fields.details ?? []
    this.suggestedAction = fields.suggestedAction ?? usualAction(fields.code, this.details)
    this.retryAfter = fields.retryAfter
    this.limit = fields.limit
    this.reference = fields.reference
    this.runId = fields.runId
  }

  toJSON(): PublicError {
    return {
      code: this.code,
      message: this.message,
      recoverable: this.recoverable,
      ...(this.suggestedAction && { suggested_action: this.suggestedAction }),
      ...(this.details.length > 0 && { details: this.details }),
      ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
      ...(this.limit && { limit: this.limit }),
      ...(this.reference && { reference: this.reference }),
    }
  }
}

type ErrorClass = new (message?: string, fields?: ErrorFields) => GuildhallError

function chooseErrorClass(code: ErrorCode): ErrorClass {
  return class extends GuildhallError {
    constructor(message?: string, fields: ErrorFields = {}) {
      super(message, { code, ...fields })
    }
  }
}

export class ValidationError extends chooseErrorClass('INVALID_INPUT') {}
export class NotFoundError extends chooseErrorClass('NOT_FOUND') {}
export class PreconditionError extends chooseErrorClass('PRECONDITION_FAILED') {}
export class PolicyError extends chooseErrorClass('POLICY_DENIED') {}
export class AuthError extends chooseErrorClass('UNAUTHENTICATED') {}
export class ConflictError extends chooseErrorClass('CONFLICT') {}
export class LimitError extends chooseErrorClass('LIMIT_REACHED') {}
export class PaymentError extends chooseErrorClass('PAYMENT_REQUIRED') {}
export class RateLimitError extends chooseErrorClass('RATE_LIMIT_EXCEEDED') {}
export class UnavailableError extends chooseErrorClass('TOOL_NOT_AVAILABLE') {}
export class QuarantinedError extends chooseErrorClass('SKILL_QUARANTINED') {}
export class RecalledError extends chooseErrorClass('SKILL_RECALLED') {}
export class DeadlineError extends chooseErrorClass('TOOL_TIMEOUT') {}
export class UpstreamError extends chooseErrorClass('SEARCH_API_ERROR') {}
export class CancelledError extends chooseErrorClass('CANCELLED') {}
export class InternalError extends chooseErrorClass('INTERNAL_ERROR') {}

/** Thrown if no valid response was received, so that the skill may have run. */
export class NoResponseError extends UnavailableError {}

const CLASSES = {
  ValidationError,
  NotFoundError,
  PreconditionError,
  PolicyError,
  AuthError,
  ConflictError,
  LimitError,
  PaymentError,
  RateLimitError,
  UnavailableError,
  QuarantinedError,
  RecalledError,
  DeadlineError,
  UpstreamError,
  CancelledError,
  InternalError,
} satisfies Record<(typeof ERRORS)[ErrorCode]['sdk'], ErrorClass>

/** Returns INTERNAL_ERROR for a code that this version does not know. */
export function errorFrom(
  fields: PublicError,
  more: { runId?: string; cause?: unknown } = {},
): GuildhallError {
  const code = Object.hasOwn(ERRORS, fields.code) ? fields.code : 'INTERNAL_ERROR'
  return new CLASSES[ERRORS[code].sdk](fields.message, {
    code,
    recoverable: fields.recoverable,
    suggestedAction: fields.suggested_action,
    details: fields.details,
    retryAfter: fields.retry_after,
    limit: fields.limit,
    reference: fields.reference,
    ...more,
  })
}
