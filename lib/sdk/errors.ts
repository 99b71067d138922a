/**
 * What the SDK throws: one class per row of the error table's SDK column.
 *
 * Ground; also in the browser. An error from a Guildhall, one from the local runtime and one that a handler throws are
 * of the same classes, so `catch` is written once. Source: specification "Contracts" §4.
 */
import { ERRORS, type ErrorCode, type Issue, type PublicError, usualAction } from '../errors.ts'

type Said = {
  code?: ErrorCode
  recoverable?: boolean
  suggestedAction?: string
  details?: Issue[]
  retryAfter?: number
  reference?: string
  runId?: string
  cause?: unknown
}

/** Every error of the SDK. `code` tells them apart more finely than the class does. */
export class GuildhallError extends Error {
  readonly code: ErrorCode
  /** True when the same caller can succeed by changing or repeating the call. */
  readonly recoverable: boolean
  /** The HTTP status that goes with the code. */
  readonly status: number
  readonly suggestedAction?: string
  /** What is wrong with which field. */
  readonly details: Issue[]
  /** Seconds to wait before trying again. */
  readonly retryAfter?: number
  /** What to quote when the fault is the market's. */
  readonly reference?: string
  /** The run that failed; absent when the call was refused before anything ran. */
  readonly runId?: string

  constructor(message: string | undefined, said: Said & { code: ErrorCode }) {
    const spec: {
      message: string
      http: number
      sdk: string
      recoverable: boolean
    } = ERRORS[said.code]
    super(message ?? spec.message, said.cause === undefined ? undefined : { cause: said.cause })
    // Not the constructor's own name: a minifier may have changed it.
    this.name = spec.sdk
    this.code = said.code
    this.status = spec.http
    this.recoverable = said.recoverable ?? spec.recoverable
    this.details = said.details ?? []
    this.suggestedAction = said.suggestedAction ?? usualAction(said.code, this.details)
    this.retryAfter = said.retryAfter
    this.reference = said.reference
    this.runId = said.runId
  }

  /** The error as every door reports it. */
  toJSON(): PublicError {
    return {
      code: this.code,
      message: this.message,
      recoverable: this.recoverable,
      ...(this.suggestedAction && { suggested_action: this.suggestedAction }),
      ...(this.details.length > 0 && { details: this.details }),
      ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
      ...(this.reference && { reference: this.reference }),
    }
  }
}

type ErrorClass = new (message?: string, said?: Said) => GuildhallError

/** A class whose errors have `code` unless they say otherwise. */
function classOf(code: ErrorCode): ErrorClass {
  return class extends GuildhallError {
    constructor(message?: string, said: Said = {}) {
      super(message, { code, ...said })
    }
  }
}

export class ValidationError extends classOf('INVALID_INPUT') {}
export class NotFoundError extends classOf('NOT_FOUND') {}
export class PreconditionError extends classOf('PRECONDITION_FAILED') {}
export class PolicyError extends classOf('POLICY_DENIED') {}
export class AuthError extends classOf('UNAUTHENTICATED') {}
export class ConflictError extends classOf('CONFLICT') {}
export class PaymentError extends classOf('PAYMENT_REQUIRED') {}
export class RateLimitError extends classOf('RATE_LIMIT_EXCEEDED') {}
export class UnavailableError extends classOf('TOOL_NOT_AVAILABLE') {}
export class DeadlineError extends classOf('TOOL_TIMEOUT') {}
export class UpstreamError extends classOf('SEARCH_API_ERROR') {}
export class CancelledError extends classOf('CANCELLED') {}
export class InternalError extends classOf('INTERNAL_ERROR') {}

/** No answer of a Guildhall came back: it may have run. To whoever catches it, an UnavailableError. */
export class LostAnswer extends UnavailableError {}

/** By the name in the table: a row whose class is not here does not compile. */
const CLASSES = {
  ValidationError,
  NotFoundError,
  PreconditionError,
  PolicyError,
  AuthError,
  ConflictError,
  PaymentError,
  RateLimitError,
  UnavailableError,
  DeadlineError,
  UpstreamError,
  CancelledError,
  InternalError,
} satisfies Record<(typeof ERRORS)[ErrorCode]['sdk'], ErrorClass>

/** The error of the class that belongs to its code. A code that this SDK does not know yet is somebody's fault: INTERNAL_ERROR. */
export function errorFrom(said: PublicError, more: { runId?: string; cause?: unknown } = {}): GuildhallError {
  const code = Object.hasOwn(ERRORS, said.code) ? said.code : 'INTERNAL_ERROR'
  return new CLASSES[ERRORS[code].sdk](said.message, {
    code,
    recoverable: said.recoverable,
    suggestedAction: said.suggested_action,
    details: said.details,
    retryAfter: said.retry_after,
    reference: said.reference,
    ...more,
  })
}
