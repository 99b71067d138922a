/** Evaluates with Ajv. Browsers use `interpreter.ts` instead, because Ajv needs eval, which their policy forbids. */

import { Ajv2020 } from 'ajv/dist/2020.js'
import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { linearRegex, patternError } from '../regex/linear-regex.ts'
import { hasUnevaluatedKeywords, isTooLargeForAjv, MAX_INLINED_KEYWORDS } from './ajv-limits.ts'
import { ROOT_URI, type SchemaEngine } from './compiled-schema.ts'
import { ASSERTED_FORMATS, hasFormat } from './formats.ts'
import { newInterpreter } from './interpreter.ts'
import { addKeywords } from './own-keywords.ts'

export function newAjvEngine(schema: JsonSchema): SchemaEngine {
  return newEngine(linearRegex, schema)
}

/** For conformance runs: patterns that RE2 cannot express run natively. */
export function newOpenEngine(schema: JsonSchema): SchemaEngine {
  return newEngine(anyRegex, schema)
}

function newEngine(regExp: RegExpEngine, schema: JsonSchema): SchemaEngine {
  if (isTooLargeForAjv(schema) || hasUnevaluatedKeywords(schema)) return newInterpreter(schema)
  const ajv = newAjv(regExp)
  ajv.addSchema(schema, ROOT_URI)
  return (part) => {
    const check = ajv.compile(part)
    return (value) => (check(value) ? [] : (check.errors ?? []))
  }
}

function anyRegex(pattern: string): RegExpLike {
  return patternError(pattern) ? new RegExp(pattern, 'u') : linearRegex(pattern)
}
anyRegex.code = 'anyRegex'

function newAjv(regExp: RegExpEngine): Ajv2020 {
  const ajv = new Ajv2020({
    // The schema was validated when it was made canonical.
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    allErrors: true,
    verbose: true,
    // Otherwise "toString" counts as present in every object.
    ownProperties: true,
    inlineRefs: MAX_INLINED_KEYWORDS,
    code: { regExp },
  })
  for (const format of ASSERTED_FORMATS) ajv.addFormat(format, (text: string) => hasFormat(format, text))
  addKeywords(ajv)
  return ajv
}
