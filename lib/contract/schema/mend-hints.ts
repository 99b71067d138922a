/**
 * How to mend what a meta-schema only says is wrong.
 *
 * Ground; also in the browser. For the slips that published schemas make most often; `repair-with.ts` does what
 * these sentences say.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../json/json-pointer.ts'
import { ownEntry } from '../json/own-entry.ts'
import { readTypeWord } from './type-words.ts'

/** The issue with a sentence that tells what to write instead; itself when there is no such sentence. */
export function withHint(schema: JsonSchema, issue: Issue): Issue {
  const keys = pointerKeys(issue.path)
  const value = valueAt(schema, issue.path)
  const message = ownEntry(HINTS, keys.at(-1) ?? '')?.(value, keys, schema)
  return message ? { ...issue, message } : issue
}

type Hint = (value: Json | undefined, keys: string[], schema: JsonSchema) => string | undefined

const HINTS: Record<string, Hint | undefined> = {
  type: (word) => {
    const meant = typeof word === 'string' ? readTypeWord(word) : undefined
    if (!meant) return undefined
    return meant.type
      ? `"${word}" is no type of JSON Schema: write ${JSON.stringify(meant.type)}`
      : `"${word}" is no type of JSON Schema: leave "type" out where anything is taken`
  },
  required: (value, keys, schema) => {
    if (typeof value !== 'boolean') return undefined
    const around = valueAt(schema, toPointer(keys.slice(0, -3)))
    const name = JSON.stringify(keys.at(-2) ?? '')
    if (!isObject(around) || keys.at(-3) !== 'properties') return 'must be a list of names, not true or false'
    return value
      ? `is a list of names in the object around it: write "required": [${name}] beside "properties"`
      : 'must be left out: what the object around it does not list is optional'
  },
  exclusiveMinimum: (value) => boolean(value, 'exclusiveMinimum', 'minimum'),
  exclusiveMaximum: (value) => boolean(value, 'exclusiveMaximum', 'maximum'),
}

function boolean(value: Json | undefined, keyword: string, limit: string): string | undefined {
  return typeof value === 'boolean'
    ? `is a number since draft-06: write the limit here and leave "${limit}" out (${keyword}: 5)`
    : undefined
}
