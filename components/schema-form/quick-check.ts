/**
 * What is plainly wrong with an input, said before anything is sent.
 *
 * The server has the last word. This only says what the server would surely say too: no formats, no choices
 * between branches, and nothing about a value that the server would mend.
 */
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { pointerKeys, valueAt } from '#lib/contract/json/json-pointer.ts'
import { issueOf } from '#lib/contract/schema/fault-sentences.ts'
import { declarationsOf, resolveRef, typesOf } from '#lib/contract/schema/schema-tree.ts'
import { readingsOf } from '#lib/contract/values/coerce.ts'
import type { Issue } from '#lib/errors.ts'

/** Issues with pointers into `value`; [] also when the schema cannot be interpreted here. */
export function quickCheck(schema: JsonSchema, value: Json): Issue[] {
  const issues = errorsOf(schema, value).flatMap((error) => {
    const holder = schemaAt(schema, error.keywordLocation)
    return holder ? (toIssue(schema, holder, error, value) ?? []) : []
  })
  return issues.filter(
    (issue, index) =>
      issues.findIndex(({ path, message }) => path === issue.path && message === issue.message) === index,
  )
}

function errorsOf(schema: JsonSchema, value: Json): OutputUnit[] {
  try {
    return new Validator(schema as Schema, '2020-12', false).validate(value).errors
  } catch {
    return []
  }
}

/** Params of a fault by keyword: what the sentence about it needs. Keywords that are not here are left to the server. */
const PARAMS: Record<
  string,
  ((limit: Json, error: OutputUnit) => Record<string, unknown> | undefined) | undefined
> = {
  type: (type) => ({ type }),
  enum: (allowedValues) => ({ allowedValues }),
  const: (allowedValue) => ({ allowedValue }),
  required: (_, { error }) => ({ missingProperty: /"(.*)"/s.exec(error)?.[1] }),
  minimum: (limit) => ({ limit }),
  maximum: (limit) => ({ limit }),
  exclusiveMinimum: (limit) => ({ limit }),
  exclusiveMaximum: (limit) => ({ limit }),
  multipleOf: (multipleOf) => ({ multipleOf }),
  minLength: (limit) => ({ limit }),
  maxLength: (limit) => ({ limit }),
  pattern: (pattern) => ({ pattern }),
  minItems: (limit) => ({ limit }),
  maxItems: (limit) => ({ limit }),
}

function toIssue(root: JsonSchema, holder: JsonSchema, error: OutputUnit, value: Json): Issue | undefined {
  const { keyword, instanceLocation, keywordLocation } = error
  const isInBranch = /\/(anyOf|oneOf|not|if|then|else|contains|dependentSchemas)(\/|$)/.test(keywordLocation)
  const params = PARAMS[keyword]?.(holder[keyword] as Json, error)
  if (isInBranch || !params) return undefined
  const path = decodeLocation(instanceLocation)
  if (keyword === 'required' && hasDefault(root, holder, String(params.missingProperty))) return undefined
  const found = valueAt(value, path) ?? null
  const isMendable = typesOf(holder).some((type) => readingsOf(found, type).length > 0)
  return isMendable ? undefined : issueOf({ path, keyword, params, schema: holder, found })
}

/** What is left out and has a default is filled in by the server. */
function hasDefault(root: JsonSchema, holder: JsonSchema, property: string): boolean {
  return declarationsOf(root, holder, property).some((each) => each.default !== undefined)
}

/** The schema that holds the keyword; the interpreter says where, through references too. */
function schemaAt(root: JsonSchema, location: string): JsonSchema | undefined {
  const keys = pointerKeys(decodeLocation(location)).slice(0, -1)
  let found: Json | undefined = root
  for (const key of keys) {
    if (!isObject(found) && !Array.isArray(found)) return undefined
    const below: Json | undefined = (found as Record<string, Json>)[key]
    found = key === '$ref' && typeof below === 'string' ? resolveRef(root, below) : below
  }
  return isObject(found) ? found : undefined
}

function decodeLocation(location: string): string {
  return decodeURIComponent(location.replace(/^#/, ''))
}
