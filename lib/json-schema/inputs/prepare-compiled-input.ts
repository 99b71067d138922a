import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { pointerKeys, valueAt } from '../../kernel/json/json-pointer.ts'
import { setOwnProperty, toJson } from '../../kernel/json/to-json.ts'
import { branchChooser, newTrialBudget, type TrialBudget } from '../evaluate/choose-branch.ts'
import type { Compiled } from '../evaluate/compile.ts'
import { effortFault, type Fault, findFaults, surplusFaults } from '../evaluate/faults.ts'
import { toIssues } from '../evaluate/issues.ts'
import { withinWorkLimit } from '../limits/work-budget.ts'
import { jsonTypeOf, listTypes } from '../tree/schema-tree.ts'
import type { Coercion } from './coercions.ts'
import { readAsType } from './coercions.ts'
import { type Filling, fillDefaults } from './defaults.ts'

export type PreparedInput = {
  value: Json
  coercions: Coercion[]
  issues: Issue[]
  onlyMissing: boolean
}

/** Never throws for an invalid value or changes `args`. Undefined counts as {}. See docs/spec/contracts.md §2. */
export function prepareCompiledInput(compiled: Compiled, args: unknown): PreparedInput {
  const { value, issue } = toJson(args === undefined ? {} : args)
  if (issue) return { value: null, coercions: [], issues: [issue], onlyMissing: false }

  const accepted = withinWorkLimit(
    () => acceptWithDefaults(compiled, value),
    () => undefined,
  )
  if (accepted !== undefined) return { value: accepted, coercions: [], issues: [], onlyMissing: false }

  const {
    value: prepared,
    coercions,
    faults,
  } = withinWorkLimit(
    () => prepare(compiled, value),
    () => ({ value, coercions: [], faults: [effortFault(value)] }),
  )
  const issues = toIssues(faults)
  const onlyMissing = issues.length > 0 && issues.every(({ keyword }) => ABSENT.includes(keyword ?? ''))
  return { value: prepared, coercions, issues, onlyMissing }
}

/** Most inputs need no coercion. Returns undefined for one that does, or that is invalid. */
function acceptWithDefaults(compiled: Compiled, sent: Json): Json | undefined {
  const filled = fillDefaults(compiled, sent, { makeObjects: true })
  return compiled.accepts(filled) ? filled : undefined
}

const ABSENT = ['required', 'dependentRequired', 'dependencies']

type CoercedInput = { value: Json; coercions: Coercion[]; faults: Fault[] }

function prepare(compiled: Compiled, sent: Json): CoercedInput {
  const surplus = surplusFaults(compiled, sent)
  if (surplus) return { value: sent, coercions: [], faults: surplus }
  const generous = fillAndCoerce(compiled, sent, { makeObjects: true })
  if (isUntouched(generous)) return generous
  const isValid = compiled.accepts(sent)
  if (generous.faults.length === 0 && !isValid) return generous
  const plain = fillAndCoerce(compiled, sent, { makeObjects: false })
  if (isUntouched(plain)) return plain
  // Defaults would make the value invalid.
  if (isValid) return { value: sent, coercions: [], faults: [] }
  return plain.faults.length < generous.faults.length ? plain : generous
}

function isUntouched({ coercions, faults }: CoercedInput): boolean {
  return coercions.length === 0 && faults.length === 0
}

function fillAndCoerce(compiled: Compiled, sent: Json, filling: Filling): CoercedInput {
  const coerced = coerceInput(compiled, structuredClone(fillDefaults(compiled, sent, filling)))
  if (coerced.coercions.length === 0) return coerced
  const refilled = coerceInput(compiled, fillDefaults(compiled, coerced.value, filling))
  return { ...refilled, coercions: asSent([...coerced.coercions, ...refilled.coercions], refilled.value) }
}

/** Contradicting rules may change a value back and forth. */
function asSent(coercions: Coercion[], value: Json): Coercion[] {
  const first = new Map(coercions.toReversed().map((coercion) => [coercion.path, coercion]))
  return [...first.values()]
    .toReversed()
    .map((coercion) => ({ ...coercion, to: valueAt(value, coercion.path) as Json }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

// Each round decodes one layer of JSON within JSON.
const MAX_ROUNDS = 24

/** Valid values are never changed. See docs/spec/contracts.md §3. Changes `value` in place. */
function coerceInput(compiled: Compiled, value: Json): CoercedInput {
  return coerceWithin(compiled, value, newTrialBudget())
}

function coerceWithin(compiled: Compiled, given: Json, budget: TrialBudget): CoercedInput {
  const choose = branchChooser(compiled, budget, coerceWithin)
  const original = structuredClone(given)
  const coercedPaths = new Set<string>()
  let value = given
  let faults = findFaults(compiled, value, choose)
  for (let round = 0; round < MAX_ROUNDS && faults.length > 0; round++) {
    const coercedBefore = coercedPaths.size
    for (const fault of faults) {
      if (coercedPaths.has(fault.path)) continue
      const reading = bestReading(compiled, fault, budget)
      if (reading === undefined) continue
      coercedPaths.add(fault.path)
      value = replaceAt(value, fault.path, reading)
    }
    if (coercedPaths.size === coercedBefore) break
    faults = findFaults(compiled, value, choose)
  }
  return { value, coercions: report(original, value, [...coercedPaths]), faults }
}

function bestReading(
  compiled: Compiled,
  { keyword, schema, found }: Fault,
  budget: TrialBudget,
): Json | undefined {
  const allowed =
    keyword === 'const' ? [schema.const as Json] : keyword === 'enum' ? (schema.enum as Json[]) : null
  if (keyword !== 'type' && !allowed) return undefined
  const types = allowed ? [...new Set(allowed.map(jsonTypeOf))] : listTypes(schema)
  const readings = types
    .flatMap((type) => readAsType(found, type))
    .filter((reading) => !allowed || allowed.some((each) => JSON.stringify(each) === JSON.stringify(reading)))
  const pointer = compiled.pointerOf(schema)
  if (readings.length < 2 || pointer === undefined) return readings[0]
  const fits = (reading: Json) =>
    coerceWithin(compiled.at(pointer), structuredClone(reading), budget).faults.length === 0
  return readings.find(fits) ?? readings[0]
}

function report(original: Json, coerced: Json, paths: readonly string[]): Coercion[] {
  const coercedPaths = new Set(paths)
  return paths
    .filter((path) => !hasAncestor(path, coercedPaths))
    .map((path) => ({
      path,
      from: valueAt(original, path) as Json,
      to: structuredClone(valueAt(coerced, path)) as Json,
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
  if (isObject(parent) || Array.isArray(parent)) setOwnProperty(parent, last, value)
  return root
}
