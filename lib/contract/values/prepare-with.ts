/**
 * What a caller sent, into what the handler gets, under a schema that can already be asked.
 *
 * Ground; also in the browser, with a schema that is interpreted there. Source: specification "Contracts" §2, steps 4 to 6: defaults, coercion, validation.
 */
import type { Issue } from '../../errors.ts'
import type { Json } from '../json/json.ts'
import { valueAt } from '../json/json-pointer.ts'
import { toJson } from '../json/to-json.ts'
import type { Coercion } from '../schema/coercion.ts'
import type { Compiled } from '../schema/compile.ts'
import { withinReason } from '../schema/effort.ts'
import { tooMuch } from '../schema/faults.ts'
import { issuesOf } from '../schema/validate-with.ts'
import { type Filling, fillDefaults } from './defaults.ts'
import { type Mended, mendInput } from './mend-input.ts'

export type PreparedInput = {
  /** What the handler gets when there are no issues; otherwise how far it could be mended. */
  value: Json
  coercions: Coercion[]
  issues: Issue[]
  /** True when the only faults are absent required fields (MISSING_REQUIRED_PARAM). */
  onlyMissing: boolean
}

/**
 * Prepares `args` for a handler whose parameters are `compiled`. Never throws for a bad value, never changes
 * `args`; undefined counts as an empty object.
 */
export function prepareWith(compiled: Compiled, args: unknown): PreparedInput {
  const { value, issue } = toJson(args === undefined ? {} : args)
  if (issue) return { value: null, coercions: [], issues: [issue], onlyMissing: false }

  const {
    value: mended,
    coercions,
    faults,
  } = withinReason(
    () => prepare(compiled, value),
    () => ({ value, coercions: [], faults: [tooMuch(value)] }),
  )
  const issues = issuesOf(faults)
  const onlyMissing = issues.length > 0 && issues.every(({ keyword }) => ABSENT.includes(keyword ?? ''))
  return { value: mended, coercions, issues, onlyMissing }
}

const ABSENT = ['required', 'dependentRequired', 'dependencies']

function prepare(compiled: Compiled, sent: Json): Mended {
  const generous = fillAndMend(compiled, sent, { makeObjects: true })
  if (isUntouched(generous)) return generous
  const isValid = compiled.accepts(sent)
  if (generous.faults.length === 0 && !isValid) return generous
  // An object made of defaults can itself break a rule ("billing needs an address"): then it is left out.
  const plain = fillAndMend(compiled, sent, { makeObjects: false })
  if (isUntouched(plain)) return plain
  // What was valid needs no mending: some default is contradicted by another rule, and none is filled.
  if (isValid) return { value: sent, coercions: [], faults: [] }
  return plain.faults.length < generous.faults.length ? plain : generous
}

/** Valid, but for what was filled as it was sent. */
function isUntouched({ coercions, faults }: Mended): boolean {
  return coercions.length === 0 && faults.length === 0
}

function fillAndMend(compiled: Compiled, sent: Json, filling: Filling): Mended {
  const mended = mendInput(compiled, structuredClone(fillDefaults(compiled, sent, filling)))
  if (mended.coercions.length === 0) return mended
  // What arrived as text may have brought objects with gaps of their own.
  const refilled = mendInput(compiled, fillDefaults(compiled, mended.value, filling))
  return { ...refilled, coercions: asSent([...mended.coercions, ...refilled.coercions], refilled.value) }
}

/** Each place once: from what was sent there to what stands there now. Two rules that contradict turn it to and fro. */
function asSent(coercions: Coercion[], value: Json): Coercion[] {
  const first = new Map(coercions.toReversed().map((coercion) => [coercion.path, coercion]))
  return [...first.values()]
    .toReversed()
    .map((coercion) => ({ ...coercion, to: valueAt(value, coercion.path) as Json }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}
