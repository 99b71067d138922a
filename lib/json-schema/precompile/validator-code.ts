/**
 * Compiles a contract to JavaScript for browsers, whose CSP forbids eval. The code only decides whether a value
 * is valid; `evaluate/interpreter.ts` finds out what is wrong with an invalid one.
 */
import { createHash } from 'node:crypto'
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { _, Ajv2020, type Code, type KeywordCxt } from 'ajv/dist/2020.js'
import { getProperty } from 'ajv/dist/compile/codegen/index.js'
import type { RegExpEngine } from 'ajv/dist/types/index.js'
import { isObject, type JsonSchema } from '../../kernel/json/json.ts'
import { textCache } from '../../kernel/json/text-cache.ts'
import { looksBack } from '../evaluate/ajv-engine.ts'
import { compileWith } from '../evaluate/compile-with.ts'
import { isLarge, ROOT_URI } from '../evaluate/engine.ts'
import { ASSERTED_FORMATS, hasFormat } from '../evaluate/formats.ts'
import { newEngine as newInterpreter } from '../evaluate/interpreter.ts'
import { linearRegex } from '../regex/linear-regex.ts'
import { walkSchema } from '../tree/schema-tree.ts'
import {
  PARTS_URI,
  partSchema,
  VALIDATOR_FORMAT,
  VALIDATOR_RUNTIME,
  type ValidatorRuntime,
} from './validator-runtime.ts'

const remember = textCache<string | undefined>({ characters: 8 * 1024 * 1024, entries: 200 })

/**
 * Returns an ES module for `loadValidator`. Undefined for a contract that is too large to compile, uses
 * `unevaluatedProperties` or `unevaluatedItems`, or has an `$id` that Ajv would not write safely.
 */
export function validatorCode(contract: JsonSchema): string | undefined {
  return remember(JSON.stringify(contract), () => {
    try {
      return compileCode(contract)
    } catch {
      // The evaluator works without it: Ajv's recursive compiler can fail, and two schemas may have the same hash.
      return undefined
    }
  })
}

/** Identifies the code for a contract, without compiling it. Undefined where there is none. */
export function validatorHash(contract: JsonSchema): string | undefined {
  if (!canPrecompile(contract)) return undefined
  return createHash('sha256')
    .update(`${VALIDATOR_FORMAT} ${JSON.stringify(contract)}`)
    .digest('hex')
    .slice(0, 32)
}

// Such code has up to 200 KiB, and takes up to 0.1 s. Few contracts are larger.
const MAX_KEYWORDS = 100

function canPrecompile(schema: JsonSchema): boolean {
  return !isLarge(schema, MAX_KEYWORDS) && !looksBack(schema) && !ID_ENDS_COMMENT.test(JSON.stringify(schema))
}

/** An `$id` that ends the comment into which Ajv writes it would turn its rest into code. */
const ID_ENDS_COMMENT = /"\$id":"(?:[^"\\]|\\.)*\*\//

function compileCode(contract: JsonSchema): string | undefined {
  const { schema } = compileWith(newInterpreter, contract)
  if (!canPrecompile(schema)) return undefined
  const anyOf = choicePointers(schema).map(partSchema)
  // The library compiles the given schema and each branch of its choices.
  const code = compileSchemaValidatorsCode(
    { $id: PARTS_URI, ...(anyOf.length > 0 && { anyOf }) },
    {
      AjvClass: Ajv2020,
      ajvFormatOptions: false,
      ajvOptionsOverrides: {
        meta: false,
        validateSchema: false,
        logger: false,
        allErrors: false,
        verbose: false,
        messages: false,
        // Otherwise "toString" counts as present in every object.
        ownProperties: true,
        // Otherwise each branch is written twice.
        inlineRefs: false,
        code: { lines: false, regExp: runtimeRegExp, formats: inRuntime('formats') },
      },
      extenderFn(ajv) {
        // The library asserts these, a contract does not.
        for (const format of ['color', 'data-url']) ajv.addFormat(format, true)
        for (const format of ASSERTED_FORMATS)
          ajv.addFormat(format, (text: string) => hasFormat(format, text))
        addRuntimeKeywords(ajv as Ajv2020)
        ajv.opts.unevaluated = false
        return ajv.addSchema(schema, ROOT_URI)
      },
    },
  )
  return `export function makeValidators(runtime, require) {\nconst exports = {}\n${code}\nreturn exports\n}`
}

/** The schemas that a form asks about: branches of choices, and conditions. */
function choicePointers(schema: JsonSchema): string[] {
  const pointers: string[] = []
  walkSchema(schema, (each, pointer) => {
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = each[keyword]
      if (Array.isArray(branches))
        pointers.push(...branches.map((_, index) => `${pointer}/${keyword}/${index}`))
    }
    if (isObject(each.if)) pointers.push(`${pointer}/if`)
  })
  return pointers
}

function inRuntime(name: keyof ValidatorRuntime): Code {
  return _`runtime${getProperty(name)}`
}

const runtimeRegExp: RegExpEngine = Object.assign((pattern: string) => linearRegex(pattern), {
  code: 'runtime.linearRegex',
})

/** Like `own-keywords.ts`, but with calls of the runtime. */
function addRuntimeKeywords(ajv: Ajv2020): void {
  const call = (name: keyof ValidatorRuntime) => (cxt: KeywordCxt) => {
    const check = cxt.gen.scopeValue('func', { ref: VALIDATOR_RUNTIME[name], code: inRuntime(name) })
    cxt.fail(_`!${check}(${cxt.schemaValue}, ${cxt.data})`)
  }
  for (const keyword of ['enum', 'const', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'enum', schemaType: 'array', code: call('isAmong') })
  ajv.addKeyword({ keyword: 'const', code: call('isConstant') })
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', code: call('isUnique') })
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', code: call('isMultiple') })
  ajv.addKeyword({ keyword: 'safeInteger', type: 'number', code: call('isExact') })
  ajv.addKeyword({ keyword: 'work', code: call('countWork') })
}
