/**
 * The engine of servers: Ajv writes each schema out as a function.
 *
 * Ground, but not for browsers under our policy: there `interpreter.ts` stands in its place, and answers the same.
 */

import { Ajv2020 } from 'ajv/dist/2020.js'
import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js'
import type { JsonSchema } from '../json/json.ts'
import { type Engine, ROOT } from './engine.ts'
import { ASSERTED_FORMATS, hasFormat } from './formats.ts'
import { newEngine as newInterpreter } from './interpreter.ts'
import { isLarge, MOST_INLINED } from './is-large.ts'
import { linearRegex, whyNotPattern } from './linear-regex.ts'
import { teachKeywords } from './own-keywords.ts'
import { walkSchema } from './schema-tree.ts'

/** Makes, for a schema that refers into `ROOT`, the function that lists everything wrong with a value. */
export function newEngine(schema: JsonSchema): Engine {
  return engineWith(linearRegex, schema)
}

/** The same for schemas that bind nobody: patterns that only a backtracking engine can run are run by one. */
export function newOpenEngine(schema: JsonSchema): Engine {
  return engineWith(anyRegex, schema)
}

function engineWith(regExp: RegExpEngine, schema: JsonSchema): Engine {
  if (isLarge(schema) || looksBack(schema)) return newInterpreter(schema)
  const ajv = newAjv(regExp)
  ajv.addSchema(schema, ROOT)
  return (part) => {
    const check = ajv.compile(part)
    return (value) => (check(value) ? [] : (check.errors ?? []))
  }
}

/** Ajv loses account of what was evaluated where branches, conditions and lists meet. */
function looksBack(schema: JsonSchema): boolean {
  let isFound = false
  walkSchema(schema, ({ unevaluatedItems, unevaluatedProperties }) => {
    isFound ||= unevaluatedItems !== undefined || unevaluatedProperties !== undefined
  })
  return isFound
}

function anyRegex(pattern: string): RegExpLike {
  return whyNotPattern(pattern) ? new RegExp(pattern, 'u') : linearRegex(pattern)
}
anyRegex.code = 'anyRegex'

function newAjv(regExp: RegExpEngine): Ajv2020 {
  const ajv = new Ajv2020({
    // The schema was held against the meta-schema when it was made canonical.
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    allErrors: true,
    verbose: true,
    // Otherwise "toString" counts as present in every object.
    ownProperties: true,
    inlineRefs: MOST_INLINED,
    code: { regExp },
  })
  for (const format of ASSERTED_FORMATS) ajv.addFormat(format, (text: string) => hasFormat(format, text))
  teachKeywords(ajv)
  return ajv
}
