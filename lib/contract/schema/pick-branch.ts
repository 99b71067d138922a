/**
 * What is wrong in the branch of a choice that was evidently meant.
 *
 * Ground, for servers. A discriminator settles it; otherwise the branch that mends best; otherwise, deep inside
 * nested choices where trying everything would multiply, the branch that looks most alike.
 * Source: specification "Contracts" §3 (the chosen branch) and §4 (name it, not every branch).
 */

import type { Json } from '../json/json.ts'
import { branchPhrases, discriminated, knownKeys, takesKind } from './choose-branch.ts'
import type { Coercion } from './coercion.ts'
import type { Compiled } from './compile.ts'
import { type Choice, type Choose, countValues, type Fault, findFaults } from './faults.ts'
import { typesOf } from './schema-tree.ts'

/** How much trying is left, and how many choices deep we are. */
export type Effort = { values: { left: number }; depth: number }

// Values looked at while trying branches, for one input; far above any honest one.
const MOST_VALUES = 100_000
const DEEPEST_TRIAL = 3

export function newEffort(): Effort {
  return { values: { left: MOST_VALUES }, depth: 0 }
}

type Mend = (branch: Compiled, value: Json, effort: Effort) => { coercions: Coercion[]; faults: Fault[] }

/** The faults of a value that nobody may mend: an output, a default. */
export function faultsOf(compiled: Compiled, value: Json): Fault[] {
  return findFaults(compiled, value, pickBranch(compiled, newEffort(), null))
}

/** A `Choose` for `findFaults`. Without `mend`, branches are compared as they are. */
export function pickBranch(compiled: Compiled, effort: Effort, mend: Mend | null): Choose {
  const root = compiled.schema
  const deeper = { ...effort, depth: effort.depth + 1 }
  const faultsIn = (branch: Compiled, value: Json) =>
    findFaults(branch, value, pickBranch(branch, deeper, mend))

  return ({ keyword, schema, branches, value }: Choice): Fault[] => {
    const schemas = schema[keyword] as Json[]
    const evident = discriminated(root, schemas, value)
    const meant = evident && branches[evident.index]
    if (meant) return named(findFaults(meant, value, pickBranch(meant, effort, mend)), evident.because)

    const none: Fault = { path: '', keyword, params: {}, schema, found: value }
    effort.values.left -= countValues(value, 10_000) * branches.length
    if (effort.values.left < 0) return [none]

    const looks = schemas.map((each) => [takesKind(root, each, value) ? 0 : 1, -knownKeys(root, each, value)])
    if (effort.depth >= DEEPEST_TRIAL) {
      const alike = branches[bestOf(looks)]
      return alike ? faultsIn(alike, value) : [none]
    }
    const faults = branches.map((branch) => faultsIn(branch, value))
    const mended = branches.map((branch, index) =>
      mend ? mend(branch, structuredClone(value), deeper) : { coercions: [], faults: faults[index] ?? [] },
    )
    const isMended = mended.some((each) => each.faults.length === 0)
    const together = isMended ? null : asOne(faults, none)
    if (together) return [together]
    const best = bestOf(mended.map((each, index) => rankOf(each, looks[index] ?? [])))
    return named(faults[best] ?? [none], branchPhrases(schemas)[best])
  }
}

/** Lower is better: valid before invalid, plain readings before lists made up, likeness, number of faults. */
function rankOf({ coercions, faults }: ReturnType<Mend>, [kind = 0, keys = 0]: number[]): number[] {
  if (faults.length === 0) return [0, coercions.filter(isWrap).length]
  return [1, kind, faults.length, keys]
}

/** A list made of one value, as opposed to one read from its text. */
function isWrap({ from, to }: Coercion): boolean {
  return Array.isArray(to) && !(typeof from === 'string' && from.trim().startsWith('['))
}

function bestOf(ranks: readonly number[][]): number {
  let best = 0
  for (const [index, rank] of ranks.entries()) {
    if (isLower(rank, ranks[best] ?? [])) best = index
  }
  return best
}

function isLower(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((each, at) => each !== b[at])
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0)
}

function named(faults: Fault[], because: string | undefined): Fault[] {
  return because ? faults.map((fault) => ({ because, ...fault })) : faults
}

/** One fault for branches that only differ in the type, or in the values, they allow of the same thing. */
function asOne(branches: Fault[][], none: Fault): Fault | null {
  const only = branches.map(([fault, ...more]) =>
    fault && more.length === 0 && fault.path === '' ? fault : null,
  )
  if (only.every((fault) => fault?.keyword === 'type')) {
    const type = only.flatMap((fault) => (fault ? typesOf(fault.schema) : []))
    return { ...none, keyword: 'type', params: { type }, schema: { type } }
  }
  if (only.every((fault) => fault?.keyword === 'const' || fault?.keyword === 'enum')) {
    const values = only.flatMap(
      (fault) => (fault?.schema.enum as Json[] | undefined) ?? [fault?.schema.const as Json],
    )
    return { ...none, keyword: 'enum', params: { allowedValues: values }, schema: { enum: values } }
  }
  return null
}
