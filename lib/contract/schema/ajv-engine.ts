/**
 * The engine of servers: Ajv writes each schema out as a function.
 *
 * Ground, but not for browsers under our policy: there `interpreter.ts` stands in its place, and answers the same.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../json/json.ts'
import { type Engine, ROOT } from './engine.ts'
import { ASSERTED_FORMATS, hasFormat } from './formats.ts'
import { linearRegex } from './linear-regex.ts'
import { teachKeywords } from './own-keywords.ts'

/** Makes, for a schema that refers into `ROOT`, the function that lists everything wrong with a value. */
export function newEngine(schema: JsonSchema): Engine {
  const ajv = newAjv()
  ajv.addSchema(schema, ROOT)
  return (part) => {
    const check = ajv.compile(part)
    return (value) => (check(value) ? [] : (check.errors ?? []))
  }
}

function newAjv(): Ajv2020 {
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
    // 19.99 is a multiple of 0.01, whatever binary fractions make of it.
    multipleOfPrecision: 9,
    code: { regExp: linearRegex },
  })
  for (const format of ASSERTED_FORMATS) ajv.addFormat(format, (text: string) => hasFormat(format, text))
  teachKeywords(ajv)
  return ajv
}
