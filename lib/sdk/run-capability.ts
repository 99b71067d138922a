/**
 * One call of one capability, here and now: the pipeline of a run without the market around it.
 *
 * Ground; also in the browser. Defaults, coercion and validation → the handler → the output is checked → the charge.
 * Source: specification "Contracts" §2 and §5; "Input and output schemas", Output schema.
 */

import { isObject, type Json, type JsonSchema } from '../contract/json/json.ts'
import { toJson } from '../contract/json/to-json.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import { checkOutput, type OutputRules, runEndFromStatus } from '../contract/values/check-output.ts'
import { prepareInput } from '../contract/values/prepare-input.ts'
import { skillError } from '../contract/values/skill-error.ts'
import { errorFromEnvelope } from '../contract/values/status-envelope.ts'
import { type Issue, issueText, type PublicError } from '../errors.ts'
import type { HandlerContext, Mode, Price, RuntimeOptions } from './definition.ts'
import { CancelledError, errorFrom, InternalError, UnavailableError, ValidationError } from './errors.ts'

/** A capability ready to be called: its schemas are canonical. */
export type Callable = {
  name: string
  input: JsonSchema
  output?: JsonSchema
  rules: OutputRules
  price: Price | null
  handler?: (input: never, context: HandlerContext) => unknown
}

export type CallResult<Output> = {
  /** `partial` when the output's own status says so. */
  status: 'succeeded' | 'partial'
  output: Output
  /** What was mended in the input. */
  coercions: Coercion[]
  /** Promises that the output breaks; only in development. */
  warnings: Issue[]
  /** What the caller owes; null when it is free, partial, or a call in development. */
  charge: Price | null
}

type Circumstances = { mode: Mode; context: HandlerContext } & Pick<RuntimeOptions, 'warn' | 'charge'>

/** Throws the class of the code that a run would have ended with. */
export async function runCapability(
  callable: Callable,
  sent: unknown,
  circumstances: Circumstances,
): Promise<CallResult<Json>> {
  const { name, input, handler } = callable
  const { value, coercions, issues, onlyMissing } = prepareInput(input, sent)
  if (issues.length > 0) {
    const code = onlyMissing ? 'MISSING_REQUIRED_PARAM' : 'INVALID_INPUT'
    throw new ValidationError(undefined, { code, details: issues })
  }
  if (!handler) throw new UnavailableError(`${name} has no handler here.`)

  const { signal } = circumstances.context
  if (signal.aborted) throw new CancelledError()
  const returned = await handle(() => handler(value as never, circumstances.context), signal)
  const judged = await judge(callable, returned, circumstances)
  return { ...judged, coercions }
}

/** The handler's value, unless the caller gives up first. */
function handle(work: () => unknown, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new CancelledError())
    signal.addEventListener('abort', leave)
    const ran = async () => work()
    ran()
      .catch(blameSkill)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave))
  })
}

function blameSkill(thrown: unknown): never {
  const said = isObject(thrown) ? thrown : { message: String(thrown) }
  const { suggestedAction = (said as Partial<PublicError>).suggested_action } = said
  throw errorFrom(skillError({ ...pick(said), suggestedAction }), { cause: thrown })
}

/** An error's message is no own property of every error. */
function pick({ code, message, recoverable }: { code?: unknown; message?: unknown; recoverable?: unknown }) {
  return { code, message, recoverable }
}

async function judge(
  { name, output: response, rules, price }: Callable,
  returned: unknown,
  { mode, warn = warnOnConsole, charge }: Circumstances,
): Promise<Omit<CallResult<Json>, 'coercions'>> {
  const { value, issue } = toJson(returned)
  const issues = issue ? [issue] : checkOutput(response, value, rules)
  const status = issue ? 'succeeded' : runEndFromStatus(response, value)
  if (status === 'failed') throw errorFrom(errorFromEnvelope(value as Json))
  // In development the response passes through as it is, so that the bug can be seen.
  const output = issue ? (returned as Json) : value
  if (mode === 'development') {
    if (issues.length > 0) warn(`${name} returned something its contract does not allow.`, issues)
    return { status, output, warnings: issues, charge: null }
  }
  if (issues.length > 0)
    throw new InternalError(undefined, { code: 'OUTPUT_CONTRACT_VIOLATION', details: issues })
  const owed = status === 'succeeded' ? price : null
  if (owed) await charge?.(owed, name)
  return { status, output, warnings: [], charge: owed }
}

function warnOnConsole(message: string, issues: Issue[]): void {
  console.warn([message, ...issues.map((issue) => `  - ${issueText(issue)}`)].join('\n'))
}
