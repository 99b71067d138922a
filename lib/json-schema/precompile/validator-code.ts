/**
 * Compiles a schema to JavaScript for browsers, whose content security policy forbids eval. The code only decides
 * whether a value is valid; `evaluate/interpreter.ts` finds out what is wrong with an invalid one.
 */
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { _, Ajv2020, type Code, type KeywordCxt } from 'ajv/dist/2020.js'
import { getProperty } from 'ajv/dist/compile/codegen/index.js'
import type { RegExpEngine } from 'ajv/dist/types/index.js'
import { isObject, type JsonSchema } from '../../kernel/json/json.ts'
import { ROOT_URI } from '../evaluate/compiled-schema.ts'
import { ASSERTED_FORMATS, hasFormat } from '../evaluate/formats.ts'
import { interpretSchema } from '../evaluate/interpreter.ts'
import { linearRegex } from '../regex/linear-regex.ts'
import { walkSchema } from '../tree/schema-tree.ts'
import { PARTS_URI, partSchema, VALIDATOR_RUNTIME, type ValidatorRuntime } from './validator-runtime.ts'
import { canPrecompile } from './validator-schema.ts'

/**
 * Takes a canonical schema. Returns an ES module that exports `makeValidators(runtime, require)`, or null where
 * `canPrecompile` is false or Ajv fails.
 */
export function validatorCode(schema: JsonSchema): string | null {
  try {
    return compileCode(schema)
  } catch {
    // The interpreter works without it: Ajv's recursive compiler can fail, and two schemas may have the same hash.
    return null
  }
}

function compileCode(authored: JsonSchema): string | null {
  const { schema } = interpretSchema(authored)
  if (!canPrecompile(schema)) return null
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
        // The library asserts these, the standard does not.
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
  ajv.addKeyword({ keyword: 'work', code: call('spendWork') })
}
