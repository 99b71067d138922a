/**
 * Defaults, examples and patterns that were refused, mended or left out.
 *
 * Ground; also in the browser. Part of `repair-with.ts`. What can be read without loss is read; what cannot is left out,
 * and kept in words: a default that breaks its own rule would be refused in every call that uses it.
 */
import type { Issue } from '../../errors.ts'
import { readExactNumber } from '../json/exact-number.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../json/json-pointer.ts'
import { ownEntry } from '../json/own-entry.ts'
import { whyNotPattern } from './linear-regex.ts'
import type { Repair } from './repair-keywords.ts'
import { typesOf } from './schema-tree.ts'

/** Mends in `schema` (changed in place) what `issue` complains of. Whether anything was done. */
export function repairValue(schema: JsonSchema, issue: Issue, repairs: Repair[]): boolean {
  const keys = pointerKeys(issue.path)
  const at = keys.findLastIndex((key) => key === 'default' || key === 'examples')
  if (at >= 0 && /breaks its own rule/.test(issue.message)) return leaveOut(schema, keys, at, issue, repairs)
  if (issue.keyword === 'pattern' && keys.at(-1) === 'pattern')
    return mendPattern(schema, keys, issue, repairs)
  if (issue.keyword === '$ref' && keys.at(-1) === '$ref') return redirect(schema, keys, repairs)
  return false
}

function leaveOut(schema: JsonSchema, keys: string[], at: number, issue: Issue, repairs: Repair[]): boolean {
  const holder = valueAt(schema, toPointer(keys.slice(0, at)))
  if (!isObject(holder)) return false
  const pointer = toPointer(keys.slice(0, at + 1))
  const why = issue.message.replace(/^.*breaks its own rule: /, '')
  if (keys[at] === 'default') {
    const value = holder.default
    // One default may break several rules, and is mended once.
    if (value === undefined) return false
    const meant = value === null ? undefined : (likeOneOf(holder.enum, value) ?? inItsType(holder, value))
    if (meant !== undefined && meant !== value) {
      holder.default = meant
      repairs.push({ pointer, sentence: `The default ${show(value)} becomes ${show(meant)}.` })
      return true
    }
    delete holder.default
    const absent = value === null ? 'a field without a default is simply absent' : `it ${why}`
    repairs.push({ pointer, sentence: `The default ${show(value)} is left out: ${absent}.` })
    return true
  }
  const index = Number(keys[at + 1])
  const { examples } = holder
  if (!Array.isArray(examples) || examples[index] === undefined) return false
  repairs.push({
    pointer: `${pointer}/${index}`,
    sentence: `The example ${show(examples[index] as Json)} is left out: it ${why}.`,
  })
  holder.examples = examples.filter((_, each) => each !== index)
  if (holder.examples.length === 0) delete holder.examples
  return true
}

/** The entry that differs only in how it is written. */
function likeOneOf(list: Json | undefined, value: Json): Json | undefined {
  const plain = (each: Json) => String(each).trim().toLowerCase()
  const alike =
    Array.isArray(list) && !isObject(value) ? list.filter((each) => plain(each) === plain(value)) : []
  return alike.length === 1 ? alike[0] : undefined
}

/** "5" where a whole number belongs, "True" where true does. */
function inItsType(schema: JsonSchema, value: Json): Json | undefined {
  const types = typesOf(schema)
  const number = typeof value === 'string' ? readExactNumber(value) : undefined
  if (types.includes('number') || (types.includes('integer') && Number.isSafeInteger(number))) return number
  if (types.includes('boolean')) return ownEntry(FLAGS, String(value).toLowerCase())
  return types.includes('string') && ['number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

const FLAGS: Record<string, boolean | undefined> = { true: true, false: false }

/** Python's anchors and named groups; else the pattern moves into a comment. */
function mendPattern(schema: JsonSchema, keys: string[], issue: Issue, repairs: Repair[]): boolean {
  const holder = valueAt(schema, toPointer(keys.slice(0, -1)))
  if (!isObject(holder) || typeof holder.pattern !== 'string') return false
  const { pattern } = holder
  const mended = pattern
    .replace(/^\\A/, '^')
    .replace(/\\[zZ]$/, '$')
    .replaceAll('(?P<', '(?<')
    .replace(/^\(\?i\)(.*)$/s, '(?i:$1)')
  if (mended !== pattern && !whyNotPattern(mended)) {
    holder.pattern = mended
    repairs.push({ pointer: issue.path, sentence: `The pattern is written ${mended}, as ECMAScript does.` })
    return true
  }
  delete holder.pattern
  holder.$comment = [holder.$comment, `pattern: ${pattern}`].filter(Boolean).join('; ')
  const why = issue.message.replace(/^.*cannot be run here: /, '')
  repairs.push({
    pointer: issue.path,
    sentence: `The pattern is no longer checked and moves into $comment: ${why}.`,
  })
  return true
}

/** `#/definitions/a` where the definitions stand under `$defs`, and the other way round. */
function redirect(schema: JsonSchema, keys: string[], repairs: Repair[]): boolean {
  const holder = valueAt(schema, toPointer(keys.slice(0, -1)))
  if (!isObject(holder) || typeof holder.$ref !== 'string') return false
  const { $ref } = holder
  const [, where, name] = /^#?\/?(?:(definitions|\$defs|components\/schemas)\/)?([^/#]+)$/.exec($ref) ?? []
  if (!name) return false
  const found = ['$defs', 'definitions'].find(
    (each) => each !== where && isObject(schema[each]) && Object.hasOwn(schema[each] as JsonObject, name),
  )
  if (!found) return false
  holder.$ref = `#/${found}/${name}`
  repairs.push({
    pointer: toPointer(keys),
    sentence: `${$ref} becomes ${holder.$ref}, where the definition stands.`,
  })
  return true
}

function show(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
