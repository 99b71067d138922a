/** All channels prepare input identically. See docs/spec/contracts.md §2. */
import type { JsonSchema } from '../../kernel/json/json.ts'
import { compile } from '../evaluate/compile.ts'
import { type PreparedInput, prepareCompiledInput } from './prepare-compiled-input.ts'

export type { PreparedInput } from './prepare-compiled-input.ts'

/**
 * `value` has defaults and coercions. `issues` is [] if it is valid; `onlyMissing` if required values are all that it
 * lacks. Never throws, and never changes `args`. Undefined counts as {}.
 */
export function prepareInput(schema: JsonSchema, args: unknown): PreparedInput {
  return prepareCompiledInput(compile(schema), args)
}
