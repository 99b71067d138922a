import { convertCapabilities } from '../../contracts/document/from-capabilities.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { wrapHandler } from '../../contracts/handler/wrap-handler.ts'
import { outputRules } from '../../contracts/results/check-output.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import { type Checked, type Coerced, coerce, readSchema, validate } from './check-value.ts'
import type { Capabilities, Capability, LocalCallOptions, Mode, SkillSetDefinition } from './definition.ts'
import { NotFoundError, ValidationError } from './errors.ts'
import type { InputOf, OutputOf, ParametersOf } from './infer.ts'
import { type Callable, type CallResult, runCapability } from './run-capability.ts'

/** The parameters of a call, which are optional if no field is required. */
type Arguments<C extends Capability, Sent = InputOf<C['input_schema']>> =
  Record<never, never> extends Sent
    ? [input?: Sent, options?: LocalCallOptions]
    : [input: Sent, options?: LocalCallOptions]

export type SkillSet<C extends Capabilities> = {
  readonly capabilities: C
  validate(name: keyof C & string, value: unknown): Checked
  coerce<K extends keyof C & string>(name: K, value: unknown): Coerced<ParametersOf<C[K]['input_schema']>>
  /** Calls a skill and returns its output. An error has the class of its code. */
  call<K extends keyof C & string>(
    name: K,
    ...given: Arguments<C[K]>
  ): Promise<OutputOf<C[K]['output_schema']>>
  /** Calls a skill and returns its output with coercions, warnings and the charge. */
  run<K extends keyof C & string>(
    name: K,
    ...given: Arguments<C[K]>
  ): Promise<CallResult<OutputOf<C[K]['output_schema']>>>
  toDocument(): SkillSetDocument
}

/**
 * Defines a SkillSet. Throws ValidationError for an invalid schema, with a pointer to each fault.
 *
 * @example
 * const news = defineSkillSet({
 *   capabilities: { search: { input_schema: { query: { type: 'string', required: true } } } },
 *   handlers: { search: async ({ query }) => ({ message: `Nothing about ${query}.` }) },
 * })
 * await news.call('search', { query: 'tides' })
 */
export function defineSkillSet<const C extends Capabilities>(definition: SkillSetDefinition<C>): SkillSet<C> {
  const callables = new Map(
    Object.keys(definition.capabilities).map((name) => [name, createCallable(definition, name)]),
  )

  function callableNamed(name: string): Callable {
    const callable = callables.get(name)
    if (!callable) throw new NotFoundError(`There is no capability called “${name}”.`)
    return callable
  }

  async function run(
    name: string,
    input?: unknown,
    options: LocalCallOptions = {},
  ): Promise<CallResult<Json>> {
    const {
      mode = definition.mode ?? defaultMode(),
      config = {},
      signal = new AbortController().signal,
    } = options
    const { warn, charge } = definition
    return runCapability(callableNamed(name), input, { mode, warn, charge, context: { config, signal } })
  }

  const skillSet = {
    capabilities: definition.capabilities,
    validate: (name: string, value: unknown) => validate(callableNamed(name).input, value),
    coerce: (name: string, value: unknown) => coerce(callableNamed(name).input, value),
    run,
    call: async (name: string, input?: unknown, options?: LocalCallOptions) =>
      (await run(name, input, options)).output,
    toDocument: () => toDocument(definition),
  }
  // Values are validated against the schemas that the types are inferred from.
  return skillSet as unknown as SkillSet<C>
}

function createCallable<C extends Capabilities>(definition: SkillSetDefinition<C>, name: string): Callable {
  const capability = definition.capabilities[name] as Capability
  const { input_schema, output_schema, runtime, pricing } = capability
  const at = toPointer(['capabilities', name])
  const handlers = definition.handlers as Record<string, Callable['handler']> | undefined
  return {
    name,
    input: readSchema(input_schema, `${at}/input_schema`),
    ...(output_schema && { output: readSchema(output_schema, `${at}/output_schema`) }),
    rules: outputRules({ runtime, response: output_schema as Json | undefined }),
    price: pricing ? { amount: pricing.amount, currency: pricing.currency } : null,
    handler: handlers && Object.hasOwn(handlers, name) ? handlers[name] : undefined,
  }
}

function defaultMode(): Mode {
  return typeof process !== 'undefined' && process.env?.NODE_ENV === 'production'
    ? 'production'
    : 'development'
}

/** May be incomplete: `guildhall validate` checks it. Throws ValidationError if the definition is not JSON. */
function toDocument<C extends Capabilities>(definition: SkillSetDefinition<C>): SkillSetDocument {
  const { handlers = {}, mode: _mode, warn: _warn, charge: _charge, ...rest } = definition
  const texts = Object.entries(handlers).map(([name, handler]) => [
    name,
    renderDefinition(name, handler as (...given: never[]) => unknown),
  ])
  const { value, issue } = toJson({ ...rest, handlers: Object.fromEntries(texts) })
  if (issue) throw new ValidationError('The definition is not JSON.', { details: [issue] })
  return convertCapabilities(value as JsonObject).document as Json as SkillSetDocument
}

/** The source of a handler; variables around it are not included. Throws ValidationError for functions without text. */
function renderDefinition(name: string, handler: (...given: never[]) => unknown): string {
  const text = Function.prototype.toString.call(handler)
  if (/\{\s*\[native code\]\s*\}$/.test(text)) {
    throw new ValidationError(
      `The source of ${name}’s handler is not available. Write it as a standalone function.`,
    )
  }
  return wrapHandler(text)
}
