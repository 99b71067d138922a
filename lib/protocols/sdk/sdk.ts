export type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
export type { Coercion } from '../../json-schema/inputs/coercions.ts'
export type { ErrorCode, Issue, PublicError } from '../../kernel/errors.ts'
export { ERRORS, issueText } from '../../kernel/errors.ts'
export type { Json, JsonObject } from '../../kernel/json/json.ts'
export type { Effects, PublicToolResult as ToolResult } from '../../runs/model/tool-result.ts'
export { type Checked, type Coerced, coerce, validate } from './check-value.ts'
export { type Client, type ClientOptions, createClient, type RemoteCallOptions } from './client.ts'
export { defineSkillSet, type SkillSet } from './define-skill-set.ts'
export type {
  Capabilities,
  Capability,
  HandlerContext,
  LocalCallOptions as CallOptions,
  Mode,
  Price,
} from './definition.ts'
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
export type { Keys, KeyToMint, RemoteKey } from './keys.ts'
export type { RemoteRun } from './remote-run.ts'
export type { CallResult } from './run-capability.ts'
export type { SkillFound, SkillSearch, SkillsFound } from './skill-search.ts'
export type { RemoteStream } from './stream-run.ts'
