/** Says why a schema cannot be a contract. See docs/spec/contracts.md §1. */
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonSchema, ownEntry } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import { listFaults } from '../evaluate/choose-branch.ts'
import { authoredPointer, type Compiled, moveReferenceTargets } from '../evaluate/compiled-schema.ts'
import { toIssues, validateCompiled } from '../evaluate/issues.ts'
import { readForeignPattern } from '../regex/foreign-pattern.ts'
import { patternError } from '../regex/linear-regex.ts'
import { isSchemaKeyword, META_SCHEMA } from '../tree/meta-schema.ts'
import { listTypes, unconditional, walkSchema } from '../tree/schema-tree.ts'
import { checkReferences } from './check-references.ts'
import { parseTypeName } from './type-names.ts'

export type CompileSchema = (schema: JsonSchema) => Compiled

export function checkSchema(schema: JsonSchema, compile: CompileSchema): Issue[] {
  // A reference may name any location, also one where no other rule would look for a schema.
  const whole = moveReferenceTargets(schema)
  const malformed = validateCompiled(metaSchema(compile), whole).map(asAuthored)
  if (malformed.length > 0) return malformed.map((issue) => withFixHint(schema, issue))
  const faults = [...refuseNames(whole), ...refusePatterns(whole), ...checkReferences(whole)]
  if (faults.length > 0) return faults.map(asAuthored)
  if (!unconditional(schema, schema).some((each) => listTypes(each).join() === 'object')) {
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
    return [{ path: '', keyword: 'compile', message: `cannot be compiled: ${formatReason(thrown as Error)}` }]
  }
}

function asAuthored(issue: Issue): Issue {
  return { ...issue, path: authoredPointer(issue.path) }
}

/** Compilation recurses along references. */
function formatReason({ message }: Error): string {
  return /call stack/i.test(message)
    ? 'its references are nested too deeply, or it has too many fields'
    : message
}

const metaSchemas = new WeakMap<CompileSchema, Compiled>()

function metaSchema(compile: CompileSchema): Compiled {
  const known = metaSchemas.get(compile) ?? compile(META_SCHEMA)
  metaSchemas.set(compile, known)
  return known
}

/** Lone surrogates cannot be encoded in references or UTF-8. */
function refuseNames(schema: JsonSchema): Issue[] {
  const issues: Issue[] = []
  walkSchema(schema, (each, pointer) => {
    for (const keyword of ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']) {
      for (const name of Object.keys(isObject(each[keyword]) ? each[keyword] : {})) {
        if (name.isWellFormed()) continue
        const path = pointer + toPointer([keyword, name])
        issues.push({ path, keyword, message: 'has a lone surrogate in its name' })
      }
    }
  })
  return issues
}

function refusePatterns(schema: JsonSchema): Issue[] {
  const issues: Issue[] = []
  const refuse = (path: string, pattern: string) => {
    const reason = patternError(pattern)
    if (!reason) return
    const [foreign] = readForeignPattern(pattern)?.found ?? []
    const hint = foreign && !/ is too many: /.test(reason) ? `. ${foreign.sentence.replace(/\.$/, '')}` : ''
    issues.push({ path, keyword: 'pattern', message: `is not a supported pattern: ${reason}${hint}` })
  }
  walkSchema(schema, ({ pattern, patternProperties }, pointer) => {
    if (typeof pattern === 'string') refuse(`${pointer}/pattern`, pattern)
    for (const each of Object.keys(isObject(patternProperties) ? patternProperties : {})) {
      refuse(pointer + toPointer(['patternProperties', each]), each)
    }
  })
  return issues
}

type OwnValue = { value: Json; path: string; what: 'default' | 'example' }

/** An invalid default would fail every call that uses it. */
function refuseValues(compiled: Compiled): Issue[] {
  const byPointer = new Map<string, OwnValue[]>()
  walkSchema(compiled.schema, (schema, compiledPointer) => {
    const pointer = authoredPointer(compiledPointer)
    const { default: preset, examples } = schema
    const values = (Array.isArray(examples) ? examples : []).map(
      (value, index): OwnValue => ({ value, path: `${pointer}/examples/${index}`, what: 'example' }),
    )
    if (preset !== undefined) values.unshift({ value: preset, path: `${pointer}/default`, what: 'default' })
    if (values.length > 0) byPointer.set(compiledPointer, values)
  })
  if (byPointer.size === 0) return []
  // Compiling is the slow part.
  const check = compiled.atEach([...byPointer.keys()])
  const lists = [...byPointer.values()]
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0)
  for (let from = 0; from < longest; from += VALUES_AT_ONCE) {
    const issues = refuseSome(
      check,
      lists.map((values) => values.slice(from, from + VALUES_AT_ONCE)),
    )
    // Describing thousands of issues takes seconds.
    if (issues.length > 0) return issues
  }
  return []
}

const VALUES_AT_ONCE = 100

function refuseSome(check: Compiled, lists: readonly OwnValue[][]): Issue[] {
  const values = Object.fromEntries(lists.map((list, index) => [index, list.map(({ value }) => value)]))
  return toIssues(listFaults(check, values)).map((issue) => {
    const [, list = '', index = '', below = ''] = /^\/(\d+)\/(\d+)(.*)$/s.exec(issue.path) ?? []
    const { path = '', what = 'default' } = lists[Number(list)]?.[Number(index)] ?? {}
    return {
      ...issue,
      path: path + below,
      message: `this ${what} does not match its own schema: ${issue.message}`,
      params: { ...issue.params, of: what, reason: issue.message },
    }
  })
}

/** `repair-schema.ts` applies these fixes. */
function withFixHint(schema: JsonSchema, issue: Issue): Issue {
  const keys = pointerKeys(issue.path)
  const value = valueAt(schema, issue.path)
  if (isName(keys))
    return { ...issue, message: fieldHint(keys.at(-1) ?? '', keys.at(-2) ?? '', value) ?? issue.message }
  const message = ownEntry(HINTS, keys.at(-1) ?? '')?.(value, keys, schema)
  return message ? { ...issue, message } : issue
}

/** Whether the last key is a name that the author chose, such as that of a field, and not a keyword. */
function isName(keys: readonly string[]): boolean {
  let inMap = false
  for (const key of keys.slice(0, -1)) inMap = !inMap && MAPS.includes(key)
  return inMap
}

const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']

function fieldHint(name: string, map: string, value: Json | undefined): string | undefined {
  if (map === 'properties' && isSchemaKeyword(name))
    return `stands inside "properties", so it is read as a field: move "${name}" up, next to "properties"`
  const meant = typeof value === 'string' ? parseTypeName(value) : undefined
  return meant && `must describe a field: write ${JSON.stringify(meant)} instead of ${JSON.stringify(value)}`
}

type Hint = (value: Json | undefined, keys: string[], schema: JsonSchema) => string | undefined

const HINTS: Record<string, Hint | undefined> = {
  $id: (value) =>
    typeof value === 'string' && value.startsWith('#')
      ? 'must be a URI without "#": omit it, or write "$anchor" to name this part'
      : undefined,
  type: (word) => {
    const meant = typeof word === 'string' ? parseTypeName(word) : undefined
    if (!meant) return undefined
    return meant.type
      ? `"${word}" is not a JSON Schema type: use ${JSON.stringify(meant.type)}`
      : `"${word}" is not a JSON Schema type: omit "type" to accept any value`
  },
  required: (value, keys, schema) => {
    if (typeof value !== 'boolean') return undefined
    const around = valueAt(schema, toPointer(keys.slice(0, -3)))
    const name = JSON.stringify(keys.at(-2) ?? '')
    if (!isObject(around) || keys.at(-3) !== 'properties') return 'must be a list of names, not true or false'
    return value
      ? `must be a list of names in the parent object: write "required": [${name}] next to "properties"`
      : 'must be omitted: fields that the parent object does not list are optional'
  },
  exclusiveMinimum: (value) => boolean(value, 'exclusiveMinimum', 'minimum'),
  exclusiveMaximum: (value) => boolean(value, 'exclusiveMaximum', 'maximum'),
}

function boolean(value: Json | undefined, keyword: string, limit: string): string | undefined {
  return typeof value === 'boolean'
    ? `must be a number since draft-06: put the limit here and omit "${limit}" (${keyword}: 5)`
    : undefined
}
