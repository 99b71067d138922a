/**
 * The package's `./sdk` entry: everything it exports, and nothing else.
 *
 * Ground; also in the browser. The one file that is allowed to be a barrel, because outsiders import it.
 */

export type { SkillSetDocument } from '../contract/document/skillset-document.ts'
export type { Json, JsonObject } from '../contract/json/json.ts'
export type { Effects, ToolResult } from '../contract/plan/tool-result.ts'
export type { Coercion } from '../contract/schema/coercion.ts'
export type { ErrorCode, Issue, PublicError } from '../errors.ts'
export { ERRORS, issueText } from '../errors.ts'
export { type Checked, type Coerced, coerce, validate } from './check-value.ts'
export { type Client, type ClientOptions, createClient, type RemoteCallOptions } from './client.ts'
export { defineSkillSet, type SkillSet } from './define-skill-set.ts'
export type { CallOptions, Capabilities, Capability, HandlerContext, Mode, Price } from './definition.ts'
export {
  AuthError,
  CancelledError,
  ConflictError,
  DeadlineError,
  GuildhallError,
  InternalError,
  NotFoundError,
  PaymentError,
  PolicyError,
  PreconditionError,
  RateLimitError,
  UnavailableError,
  UpstreamError,
  ValidationError,
} from './errors.ts'
export type { InputOf, OutputOf, ParametersOf, Schema } from './infer.ts'
export type { RemoteRun } from './remote-run.ts'
export type { CallResult } from './run-capability.ts'
