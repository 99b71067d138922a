/**
 * What a publisher wrote, into the one schema that is kept; or why there is none.
 *
 * Ground; also in the browser, with an engine that runs there. Source: specification "Contracts" §1: two ways to write a schema, one way to keep it.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../json/json-pointer.ts'
import { toJson } from '../json/to-json.ts'
import { checkFieldMap } from './check-field-map.ts'
import { dialectOf, toCanonicalDialect } from './dialect.ts'
import { fromFieldMap, isFieldMap } from './field-map.ts'
import { type Compile, refuseSchema } from './refuse-schema.ts'

export const MAX_SCHEMA_BYTES = 256 * 1024
export const MAX_SCHEMA_DEPTH = 64

export type Canonical = { schema: JsonSchema; issues: [] } | { schema?: undefined; issues: Issue[] }

/** The canonical schema, or the reasons why there is none; their paths point into `authored`. */
export function canonicalWith(compile: Compile, authored: Json | undefined): Canonical {
  if (!isObject(authored)) return refused('type', 'must be an object: a JSON Schema or a field map')
  if (isDeeper(authored, MAX_SCHEMA_DEPTH))
    return refused('depth', `is nested deeper than ${MAX_SCHEMA_DEPTH} levels`)
  const { issue } = toJson(authored)
  // JSON text can write 1e400, which no number is: as a limit it would refuse everything, or nothing.
  if (issue) return { issues: [issue] }
  const sizeBytes = new TextEncoder().encode(JSON.stringify(authored)).length
  if (sizeBytes > MAX_SCHEMA_BYTES) return refused('size', `is larger than ${MAX_SCHEMA_BYTES / 1024} KiB`)
  return isFieldMap(authored) ? ofFieldMap(authored, compile) : ofJsonSchema(authored, compile)
}

function ofFieldMap(map: JsonObject, compile: Compile): Canonical {
  const issues = checkFieldMap(map)
  if (issues.length > 0) return { issues }
  const schema = fromFieldMap(map)
  const faults = refuseSchema(schema, compile)
  if (faults.length === 0) return { schema, issues: [] }
  // What is left to refuse lies in a field, and a field stands at the top of the map.
  return { issues: faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/properties/, '') })) }
}

function ofJsonSchema(authored: JsonObject, compile: Compile): Canonical {
  if (!dialectOf(authored.$schema)) {
    const message = 'is a dialect that is not read here: use 2020-12 or draft-07, or leave $schema out'
    return refused('$schema', message, '/$schema')
  }
  const schema = toCanonicalDialect(authored)
  const issues = refuseSchema(schema, compile)
  if (issues.length === 0) return { schema, issues: [] }
  return { issues: issues.map((issue) => ({ ...issue, path: authoredPath(authored, issue.path) })) }
}

/** A tuple stands under another keyword once it is canonical; its author looks for it where they wrote it. */
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

/** Level by level, not by recursion: this is what makes recursion safe afterwards. */
export function isDeeper(value: Json, mostLevels: number): boolean {
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostLevels) return true
    level = level.flatMap((each) => (each !== null && typeof each === 'object' ? Object.values(each) : []))
  }
  return false
}
