/**
 * Picks a branch by discriminator, else the one that coerces best, else (deeply nested) the most similar one. See
 * docs/spec/contracts.md §3 and §4.
 */

import type { Json } from '../../kernel/json/json.ts'
import { typesOf } from '../tree/schema-tree.ts'
import { acceptsKind, branchPhrases, discriminated, knownKeys } from './choose-branch.ts'
import type { Coercion } from './coercion.ts'
import type { Compiled } from './compile.ts'
import { type BranchChoice, type ChooseBranch, countValues, type Fault, findFaults } from './faults.ts'

export type TrialBudget = { values: { left: number }; depth: number }

// The limit for one input.
const MAX_VALUES_TRIED = 100_000
const DEEPEST_TRIAL = 3

export function newTrialBudget(): TrialBudget {
  return { values: { left: MAX_VALUES_TRIED }, depth: 0 }
}

type CoerceBranch = (
  branch: Compiled,
  value: Json,
  effort: TrialBudget,
) => { coercions: Coercion[]; faults: Fault[] }

export function faultsOf(compiled: Compiled, value: Json): Fault[] {
  return findFaults(compiled, value, pickBranch(compiled, newTrialBudget(), null))
}

export function pickBranch(
  compiled: Compiled,
  effort: TrialBudget,
  coerceBranch: CoerceBranch | null,
): ChooseBranch {
  const root = compiled.schema
  const deeper = { ...effort, depth: effort.depth + 1 }
  const faultsIn = (branch: Compiled, value: Json) =>
    findFaults(branch, value, pickBranch(branch, deeper, coerceBranch))

  return ({ keyword, schema, branches, value }: BranchChoice): Fault[] => {
    const schemas = schema[keyword] as Json[]
    const evident = discriminated(root, schemas, value)
    const meant = evident && branches[evident.index]
    if (meant)
      return named(findFaults(meant, value, pickBranch(meant, effort, coerceBranch)), evident.because)

    const none: Fault = { path: '', keyword, params: {}, schema, found: value }
    effort.values.left -= countValues(value, 10_000) * branches.length
    if (effort.values.left < 0) return [none]

    const looks = schemas.map((each) => [
      acceptsKind(root, each, value) ? 0 : 1,
      -knownKeys(root, each, value),
    ])
    if (effort.depth >= DEEPEST_TRIAL) {
      const alike = branches[bestOf(looks)]
      return alike ? faultsIn(alike, value) : [none]
    }
    const faults = branches.map((branch) => faultsIn(branch, value))
    const attempts = branches.map((branch, index) =>
      coerceBranch
        ? coerceBranch(branch, structuredClone(value), deeper)
        : { coercions: [], faults: faults[index] ?? [] },
    )
    const isAnyValid = attempts.some((each) => each.faults.length === 0)
    const together = isAnyValid ? null : asOne(faults, none)
    if (together) return [together]
    const best = bestOf(attempts.map((each, index) => rankOf(each, looks[index] ?? [])))
    return named(faults[best] ?? [none], branchPhrases(schemas)[best])
  }
}

/** Lower ranks are better. */
function rankOf({ coercions, faults }: ReturnType<CoerceBranch>, [kind = 0, keys = 0]: number[]): number[] {
  if (faults.length === 0) return [0, coercions.filter(isWrap).length]
  return [1, kind, faults.length, keys]
}

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
