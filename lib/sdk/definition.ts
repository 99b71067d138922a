/** What `defineSkillSet` takes, as types. Ground. Source: specification "The SkillSet document", last line; "Input and output schemas". */

import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { Issue } from '../errors.ts'
import type { OutputOf, ParametersOf, Schema } from './infer.ts'

/** One skill, under its name. Everything a skill of the document can say can be said here too. */
export type Capability = Fixed<Partial<Omit<SkillDocument, 'slug' | 'parameters' | 'response'>>> & {
  readonly input_schema: Schema
  readonly output_schema?: Schema
}

export type Capabilities = { readonly [name: string]: Capability }

/** What a handler gets beside its input. */
export type HandlerContext = {
  /** The organisation's values of `configDefinitions`. */
  config: JsonObject
  /** Aborted when the caller gave up. */
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
  /** What a broken promise means: a warning, or a withheld result. By default `NODE_ENV` decides. */
  readonly mode?: Mode
  /** Hears of broken promises in development. By default they are written to the console. */
  readonly warn?: (message: string, issues: Issue[]) => void
  /** Called once for each call of a priced capability that in production kept its promise; never for any other. */
  readonly charge?: (price: Price, capability: string) => unknown
}

export type CallOptions = { mode?: Mode; config?: { readonly [key: string]: Json }; signal?: AbortSignal }

/** A document as it is written in source: nobody changes it. */
type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T
