import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import { findDialect, toCanonicalDialect } from '../tree/dialect.ts'
import { checkFieldMap } from './check-field-map.ts'
import { type CompileSchema, checkSchema } from './check-schema.ts'
import { fromFieldMap, isFieldMap } from './field-map.ts'

export const MAX_SCHEMA_BYTES = 256 * 1024
export const MAX_SCHEMA_DEPTH = 64

export type Canonical = { schema: JsonSchema; issues: [] } | { schema?: undefined; issues: Issue[] }

/**
 * Reads an authored schema or field map as the one dialect of contracts, without a cache. Issues' paths point into
 * `authored`. See docs/spec/contracts.md §1.
 */
export function canonicalize(authored: Json | undefined, compile: CompileSchema): Canonical {
  if (!isObject(authored)) return refused('type', 'must be an object: a JSON Schema or a field map')
  if (isDeeperThan(authored, MAX_SCHEMA_DEPTH))
    return refused('depth', `is nested deeper than ${MAX_SCHEMA_DEPTH} levels`)
  const { issue } = toJson(authored)
  // 1e400 parses to Infinity.
  if (issue) return { issues: [issue] }
  const sizeBytes = new TextEncoder().encode(JSON.stringify(authored)).length
  if (sizeBytes > MAX_SCHEMA_BYTES) return refused('size', `is larger than ${MAX_SCHEMA_BYTES / 1024} KiB`)
  return isFieldMap(authored) ? ofFieldMap(authored, compile) : ofJsonSchema(authored, compile)
}

function ofFieldMap(map: JsonObject, compile: CompileSchema): Canonical {
  const issues = checkFieldMap(map)
  if (issues.length > 0) return { issues }
  const schema = fromFieldMap(map)
  const faults = checkSchema(schema, compile)
  if (faults.length === 0) return { schema, issues: [] }
  return { issues: faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/properties/, '') })) }
}

function ofJsonSchema(authored: JsonObject, compile: CompileSchema): Canonical {
  if (!findDialect(authored.$schema)) {
    const message = 'is not a supported dialect: use 2020-12 or draft-07, or omit $schema'
    return refused('$schema', message, '/$schema')
  }
  const schema = withRootType(toCanonicalDialect(authored), authored)
  const issues = checkSchema(schema, compile)
  if (issues.length === 0) return { schema, issues: [] }
  return { issues: issues.map((issue) => ({ ...issue, path: authoredPath(authored, issue.path) })) }
}

/**
 * Draft-07 ignores "type" beside "$ref". At the root it says what every contract says, and what the referenced schema may
 * leave out.
 */
function withRootType(schema: JsonSchema, authored: JsonObject): JsonSchema {
  if (authored.type !== 'object' || schema.type !== undefined) return schema
  const { $schema, ...others } = schema
  return { ...($schema !== undefined && { $schema }), type: 'object', ...others }
}

function authoredPath(authored: JsonObject, path: string): string {
  let here: Json | undefined = authored
  const keys = pointerKeys(path).map((key) => {
    const isTuple = isObject(here) && Array.isArray(here.items)
    const written =
      isTuple && key === 'prefixItems' ? 'items' : isTuple && key === 'items' ? 'additionalItems' : key
    here = valueAt(here, toPointer([written]))
    return written
  })
  return toPointer(keys)
}

function refused(keyword: string, message: string, path = ''): Canonical {
  return { issues: [{ path, keyword, message }] }
}

/** Does not recurse, so that callers which do are safe afterwards. */
export function isDeeperThan(value: Json, maxLevels: number): boolean {
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxLevels) return true
    level = level.flatMap((each) => (each !== null && typeof each === 'object' ? Object.values(each) : []))
  }
  return false
}
