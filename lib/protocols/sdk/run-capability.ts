/** Runs one capability locally, with the same steps as on the server. See docs/spec/contracts.md §2 and §5. */

import { checkOutput, type OutputRules, runEndFromStatus } from '../../contracts/results/check-output.ts'
import { errorFromEnvelope, skillError } from '../../contracts/results/skill-error.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { type Issue, issueText, type PublicError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import type { HandlerContext, Mode, Price, RuntimeOptions } from './definition.ts'
import { CancelledError, errorFrom, InternalError, UnavailableError, ValidationError } from './errors.ts'

export type Callable = {
  name: string
  input: JsonSchema
  output?: JsonSchema
  rules: OutputRules
  price: Price | null
  handler?: (input: never, context: HandlerContext) => unknown
}

export type CallResult<Output> = {
  /** Equals `partial` if the output's own status does. */
  status: 'succeeded' | 'partial'
  output: Output
  coercions: Coercion[]
  warnings: Issue[]
  /** The price to charge; null if free, partial or in development. */
  charge: Price | null
}

type Circumstances = { mode: Mode; context: HandlerContext } & Pick<RuntimeOptions, 'warn' | 'charge'>

/** Throws the class of the error's code. */
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
  if (!handler) throw new UnavailableError(`${name} has no handler.`)

  const { signal } = circumstances.context
  if (signal.aborted) throw new CancelledError()
  const returned = await handle(() => handler(value as never, circumstances.context), signal)
  const judged = await judge(callable, returned, circumstances)
  return { ...judged, coercions }
}

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
  const thrownFields = isObject(thrown) ? thrown : { message: String(thrown) }
  const { suggested_action, retry_after } = thrownFields as Partial<PublicError>
  const { suggestedAction = suggested_action, retryAfter = retry_after } = thrownFields
  throw errorFrom(skillError({ ...pick(thrownFields), suggestedAction, retryAfter }), { cause: thrown })
}

/** `message` may be inherited or not enumerable, so a spread could miss it. */
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
  // In development the output is returned unchanged, to show the fault.
  const output = issue ? (returned as Json) : value
  if (mode === 'development') {
    if (issues.length > 0) warn(`The output of ${name} violates its contract.`, issues)
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
