import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { Issue } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import type { OutputOf, ParametersOf, Schema } from './infer.ts'

export type Capability = Fixed<Partial<Omit<SkillDocument, 'slug' | 'parameters' | 'response'>>> & {
  readonly input_schema: Schema
  readonly output_schema?: Schema
}

export type Capabilities = { readonly [name: string]: Capability }

export type HandlerContext = {
  /** The organisation's values of `configDefinitions`. */
  config: JsonObject
  signal: AbortSignal
}

type Returned<C extends Capability> = OutputOf<C['output_schema']>

export type Handler<C extends Capability> = (
  input: ParametersOf<C['input_schema']>,
  context: HandlerContext,
) => Returned<C> | Promise<Returned<C>>

export type Mode = 'development' | 'production'

export type Price = { amount: string; currency: 'USDC' }

export type SkillSetDefinition<C extends Capabilities> = Fixed<Partial<Omit<SkillSetDocument, 'skills'>>> & {
  readonly capabilities: C
  readonly handlers?: { readonly [K in keyof NoInfer<C>]?: Handler<NoInfer<C>[K]> }
} & RuntimeOptions

export type RuntimeOptions = {
  /** Whether an invalid output is a warning or an error. Defaults by `NODE_ENV`. */
  readonly mode?: Mode
  readonly warn?: (message: string, issues: Issue[]) => void
  /** Called for each successful production call with a price. */
  readonly charge?: (price: Price, capability: string) => unknown
}

export type LocalCallOptions = {
  mode?: Mode
  config?: { readonly [key: string]: Json }
  signal?: AbortSignal
}

/** Values of any JSON are not looked into, because their type contains itself. */
type Fixed<T> = [Json] extends [T]
  ? FixedJson
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T

type FixedJson =
  | string
  | number
  | boolean
  | null
  | readonly FixedJson[]
  | { readonly [key: string]: FixedJson }
