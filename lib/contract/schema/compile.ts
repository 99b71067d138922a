/**
 * Schemas into functions that find faults (2020-12).
 *
 * Ground. The engine is Ajv, which writes functions; the SDK's build puts `interpreter.ts` in its place, and forms
 * ask `compile-with.ts` for it. Source: specification "Contracts" §1.
 */
import type { JsonSchema } from '../json/json.ts'
import { textCache } from '../json/text-cache.ts'
import { newEngine } from './ajv-engine.ts'
import { type Compiled, compileWith } from './compile-with.ts'

export type { Compiled } from './compile-with.ts'

const remember = textCache<Compiled>(8 * 1024 * 1024)

/** Compiles a schema that `canonicalSchema` let through, once. Throws for one that it would have refused. */
export function compile(schema: JsonSchema): Compiled {
  return remember(JSON.stringify(schema), () => compileWith(newEngine, schema))
}
