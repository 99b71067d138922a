/**
 * Why a JSON Schema cannot be a contract, with the place and the reason of each fault.
 *
 * Ground; also in the browser. Source: specification "Contracts" §1, last paragraph.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import type { Compiled } from './compile-with.ts'
import { whyNotPattern } from './linear-regex.ts'
import { withHint } from './mend-hints.ts'
import { META_SCHEMA } from './meta-schema.ts'
import { faultsOf } from './pick-branch.ts'
import { refuseReferences } from './refuse-references.ts'
import { typesOf, unconditional, walkSchema } from './schema-tree.ts'
import { issuesOf, validateWith } from './validate-with.ts'

/** Makes a schema one that can be asked, as `compile` does on servers. */
export type Compile = (schema: JsonSchema) => Compiled

/** Every fault of a schema in the canonical dialect; [] when it can be kept. */
export function refuseSchema(schema: JsonSchema, compile: Compile): Issue[] {
  const malformed = validateWith(metaSchema(compile), schema)
  if (malformed.length > 0) return malformed.map((issue) => withHint(schema, issue))
  const faults = [...refuseNames(schema), ...refusePatterns(schema), ...refuseReferences(schema)]
  if (faults.length > 0) return faults
  if (!unconditional(schema, schema).some((each) => typesOf(each).join() === 'object')) {
    return [
      {
        path: '/type',
        keyword: 'object',
        message: 'must be "object": a contract describes an object of fields',
      },
    ]
  }
  try {
    return refuseValues(compile(schema))
  } catch (thrown) {
    return [{ path: '', keyword: 'compile', message: `cannot be compiled: ${reasonOf(thrown as Error)}` }]
  }
}

/** An engine may go as deep as its references go on one after the other. */
function reasonOf({ message }: Error): string {
  return /call stack/i.test(message) ? 'its references lead on too far, or it has too many fields' : message
}

const metaSchemas = new WeakMap<Compile, Compiled>()

/** Asked of every schema, and always the same. */
function metaSchema(compile: Compile): Compiled {
  const known = metaSchemas.get(compile) ?? compile(META_SCHEMA)
  metaSchemas.set(compile, known)
  return known
}

/** Half a character cannot stand in a reference, and no text that is sent as UTF-8 holds one. */
function refuseNames(schema: JsonSchema): Issue[] {
  const issues: Issue[] = []
  walkSchema(schema, (each, pointer) => {
    for (const keyword of ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']) {
      for (const name of Object.keys(isObject(each[keyword]) ? each[keyword] : {})) {
        if (name.isWellFormed()) continue
        const path = pointer + toPointer([keyword, name])
        issues.push({ path, keyword, message: 'has half a character in its name (a lone surrogate)' })
      }
    }
  })
  return issues
}

function refusePatterns(schema: JsonSchema): Issue[] {
  const issues: Issue[] = []
  const refuse = (path: string, pattern: string) => {
    const reason = whyNotPattern(pattern)
    if (reason)
      issues.push({ path, keyword: 'pattern', message: `is a pattern that cannot be run here: ${reason}` })
  }
  walkSchema(schema, ({ pattern, patternProperties }, pointer) => {
    if (typeof pattern === 'string') refuse(`${pointer}/pattern`, pattern)
    for (const each of Object.keys(isObject(patternProperties) ? patternProperties : {})) {
      refuse(pointer + toPointer(['patternProperties', each]), each)
    }
  })
  return issues
}

/** A default or an example that breaks its own rule would be refused in every call that uses it. */
function refuseValues(compiled: Compiled): Issue[] {
  const values: { value: Json; pointer: string; path: string; what: string }[] = []
  walkSchema(compiled.schema, (schema, pointer) => {
    if (schema.default !== undefined) {
      values.push({ value: schema.default, pointer, path: `${pointer}/default`, what: 'default' })
    }
    for (const [index, value] of (Array.isArray(schema.examples) ? schema.examples : []).entries()) {
      values.push({ value, pointer, path: `${pointer}/examples/${index}`, what: 'example' })
    }
  })
  if (values.length === 0) return []
  // All at once: compiling a check takes longer than making one.
  const check = compiled.atEach(values.map(({ pointer }) => pointer))
  const all = Object.fromEntries(values.map(({ value }, index) => [index, value]))
  return issuesOf(faultsOf(check, all)).map((issue) => {
    const [, index = '', below = ''] = /^\/(\d+)(.*)$/s.exec(issue.path) ?? []
    const { path = '', what = 'default' } = values[Number(index)] ?? {}
    return { ...issue, path: path + below, message: `this ${what} breaks its own rule: ${issue.message}` }
  })
}
