/**
 * Applies coercion where validation says no, and only there.
 *
 * Ground, for servers. Validating first keeps two promises at once: a value that already fits is never
 * touched, and whatever JSON Schema can express (references, branches, conditions) is reached without walking
 * it a second time by other rules.
 * Source: specification "Contracts" §3, last paragraph.
 */

import { isObject, type Json } from '../json/json.ts'
import { pointerKeys, valueAt } from '../json/json-pointer.ts'
import { setOwn } from '../json/to-json.ts'
import { kindOf } from '../schema/choose-branch.ts'
import type { Coercion } from '../schema/coercion.ts'
import type { Compiled } from '../schema/compile.ts'
import { type Fault, findFaults } from '../schema/faults.ts'
import { type Effort, newEffort, pickBranch } from '../schema/pick-branch.ts'
import { typesOf } from '../schema/schema-tree.ts'
import { readingsOf } from './coerce.ts'

export type Mended = { value: Json; coercions: Coercion[]; faults: Fault[] }

// JSON text inside JSON text inside …: each round opens one layer.
const MOST_ROUNDS = 24

/** Mends a private copy of `value` (changed in place) and says what was mended and what still is wrong. */
export function mendInput(compiled: Compiled, value: Json): Mended {
  return mend(compiled, value, newEffort())
}

function mend(compiled: Compiled, given: Json, effort: Effort): Mended {
  const choose = pickBranch(compiled, effort, mend)
  const original = structuredClone(given)
  const mendedPaths = new Set<string>()
  let value = given
  let faults = findFaults(compiled, value, choose)
  for (let round = 0; round < MOST_ROUNDS && faults.length > 0; round++) {
    const mendedBefore = mendedPaths.size
    for (const fault of faults) {
      if (mendedPaths.has(fault.path)) continue
      const reading = bestReading(compiled, fault, effort)
      if (reading === undefined) continue
      mendedPaths.add(fault.path)
      value = replaceAt(value, fault.path, reading)
    }
    if (mendedPaths.size === mendedBefore) break
    faults = findFaults(compiled, value, choose)
  }
  return { value, coercions: report(original, value, [...mendedPaths]), faults }
}

/** What the faulty value can be read as; undefined when it cannot be mended. */
function bestReading(
  compiled: Compiled,
  { keyword, schema, found }: Fault,
  effort: Effort,
): Json | undefined {
  const allowed =
    keyword === 'const' ? [schema.const as Json] : keyword === 'enum' ? (schema.enum as Json[]) : null
  if (keyword !== 'type' && !allowed) return undefined
  const types = allowed ? [...new Set(allowed.map(kindOf))] : typesOf(schema)
  const readings = types
    .flatMap((type) => readingsOf(found, type))
    .filter((reading) => !allowed || allowed.some((each) => JSON.stringify(each) === JSON.stringify(reading)))
  const pointer = compiled.pointerOf(schema)
  if (readings.length < 2 || pointer === undefined) return readings[0]
  const fits = (reading: Json) =>
    mend(compiled.at(pointer), structuredClone(reading), effort).faults.length === 0
  return readings.find(fits) ?? readings[0]
}

/** One coercion per mended place, outermost only: what became a list is reported as that list. */
function report(original: Json, mended: Json, paths: readonly string[]): Coercion[] {
  const mendedPaths = new Set(paths)
  return paths
    .filter((path) => !hasAncestor(path, mendedPaths))
    .map((path) => ({
      path,
      from: valueAt(original, path) as Json,
      to: structuredClone(valueAt(mended, path)) as Json,
    }))
}

function hasAncestor(path: string, others: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    if (others.has(path.slice(0, end))) return true
    if (end === 0) break
  }
  return false
}

function replaceAt(root: Json, path: string, value: Json): Json {
  const last = pointerKeys(path).pop()
  if (last === undefined) return value
  const parent = valueAt(root, path.slice(0, path.lastIndexOf('/')))
  if (isObject(parent) || Array.isArray(parent)) setOwn(parent, last, value)
  return root
}
