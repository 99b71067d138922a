/**
 * A SkillSet in source code: what it accepts and promises, and the handlers that keep it.
 *
 * Ground; also in the browser. Source: "Input and output schemas"; specification "The SkillSet document".
 */
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { toPointer } from '../contract/json/json-pointer.ts'
import { outputRules } from '../contract/values/check-output.ts'
import { type Checked, type Coerced, coerce, readSchema, validate } from './check-value.ts'
import type { CallOptions, Capabilities, Capability, Mode, SkillSetDefinition } from './definition.ts'
import { NotFoundError } from './errors.ts'
import type { InputOf, OutputOf, ParametersOf } from './infer.ts'
import { type Callable, type CallResult, runCapability } from './run-capability.ts'
import { toDocument } from './to-document.ts'

/** The input may be left out where nothing in it must be given. */
type Arguments<C extends Capability, Sent = InputOf<C['input_schema']>> =
  Record<never, never> extends Sent
    ? [input?: Sent, options?: CallOptions]
    : [input: Sent, options?: CallOptions]

export type SkillSet<C extends Capabilities> = {
  readonly capabilities: C
  /** Whether a value keeps the input schema as it is. */
  validate(name: keyof C & string, value: unknown): Checked
  /** What the handler would get for a value, and what is wrong with it. */
  coerce<K extends keyof C & string>(name: K, value: unknown): Coerced<ParametersOf<C[K]['input_schema']>>
  /** Calls the handler as a Guildhall would and returns its output. Throws the class of the error table. */
  call<K extends keyof C & string>(
    name: K,
    ...given: Arguments<C[K]>
  ): Promise<OutputOf<C[K]['output_schema']>>
  /** The same, with what was mended, what was broken and what is owed. */
  run<K extends keyof C & string>(
    name: K,
    ...given: Arguments<C[K]>
  ): Promise<CallResult<OutputOf<C[K]['output_schema']>>>
  /** The SkillSet document, as it is published. */
  toDocument(): SkillSetDocument
}

/**
 * Defines a SkillSet. Throws ValidationError when a schema cannot be a contract, with a pointer to each place.
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
    Object.keys(definition.capabilities).map((name) => [name, callableOf(definition, name)]),
  )

  function callableNamed(name: string): Callable {
    const callable = callables.get(name)
    if (!callable) throw new NotFoundError(`There is no capability called “${name}”.`)
    return callable
  }

  async function run(name: string, input?: unknown, options: CallOptions = {}): Promise<CallResult<Json>> {
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
    call: async (name: string, input?: unknown, options?: CallOptions) =>
      (await run(name, input, options)).output,
    toDocument: () => toDocument(definition),
  }
  // The schemas that the types are read from are the ones that every value is held to above.
  return skillSet as unknown as SkillSet<C>
}

function callableOf<C extends Capabilities>(definition: SkillSetDefinition<C>, name: string): Callable {
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
