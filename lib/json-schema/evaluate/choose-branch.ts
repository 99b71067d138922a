/**
 * Chooses the branch of a `oneOf` or `anyOf` for which a value was meant: by a constant property, else the branch that
 * coerces best, else (deeply nested) the most similar one. See docs/spec/contracts.md §3 and §4.
 */
import { isIdenticalJson, isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { jsonTypeOf, listTypes, propertyDeclarations, unconditional } from '../tree/schema-tree.ts'
import type { Compiled } from './compiled-schema.ts'
import { type BranchChoice, type ChooseBranch, countValues, type Fault, findFaults } from './faults.ts'

/** `values` counts the values of one input that branches have tried, across all choices. */
export type TrialBudget = { values: { left: number }; depth: number }

const MAX_VALUES_TRIED = 100_000
// Each level multiplies the trials by the number of branches.
const DEEPEST_TRIAL = 3

export function newTrialBudget(): TrialBudget {
  return { values: { left: MAX_VALUES_TRIED }, depth: 0 }
}

type Change = { from: Json; to: Json }

type CoerceBranch = (
  branch: Compiled,
  value: Json,
  budget: TrialBudget,
) => { coercions: Change[]; faults: Fault[] }

/** Finds all faults without coercing. Returns [] if the value is valid. */
export function listFaults(compiled: Compiled, value: Json): Fault[] {
  return findFaults(compiled, value, branchChooser(compiled, newTrialBudget(), null))
}

/** Without `coerceBranch`, branches are compared by the faults of the value as it is. */
export function branchChooser(
  compiled: Compiled,
  budget: TrialBudget,
  coerceBranch: CoerceBranch | null,
): ChooseBranch {
  const root = compiled.schema
  const deeper = { ...budget, depth: budget.depth + 1 }
  const faultsIn = (branch: Compiled, value: Json) =>
    findFaults(branch, value, branchChooser(branch, deeper, coerceBranch))

  return ({ keyword, schema, branches, value }: BranchChoice): Fault[] => {
    const schemas = schema[keyword] as Json[]
    const discriminated = findDiscriminated(root, schemas, value)
    const meant = discriminated && branches[discriminated.index]
    if (meant)
      return withReason(
        findFaults(meant, value, branchChooser(meant, budget, coerceBranch)),
        discriminated.because,
      )

    const none: Fault = { path: '', keyword, params: {}, schema, found: value }
    budget.values.left -= countValues(value, 10_000) * branches.length
    if (budget.values.left < 0) return [none]

    const similarity = schemas.map((each) => measureSimilarity(root, each, value).map((score) => -score))
    if (budget.depth >= DEEPEST_TRIAL) {
      const similar = branches[findBest(similarity)]
      return similar ? faultsIn(similar, value) : [none]
    }
    const faults = branches.map((branch) => faultsIn(branch, value))
    const attempts = branches.map((branch, index) =>
      coerceBranch
        ? coerceBranch(branch, structuredClone(value), deeper)
        : { coercions: [], faults: faults[index] ?? [] },
    )
    const isAnyValid = attempts.some((each) => each.faults.length === 0)
    const merged = isAnyValid ? null : mergeFaults(faults, none)
    if (merged) return [merged]
    const best = findBest(attempts.map((each, index) => rankBranch(each, similarity[index] ?? [])))
    return withReason(faults[best] ?? [none], branchPhrases(schemas)[best])
  }
}

/** Lower ranks are better. */
function rankBranch(
  { coercions, faults }: ReturnType<CoerceBranch>,
  [kind = 0, keys = 0]: number[],
): number[] {
  if (faults.length === 0) return [0, coercions.filter(isWrap).length]
  return [1, kind, faults.length, keys]
}

function isWrap({ from, to }: Change): boolean {
  return Array.isArray(to) && !(typeof from === 'string' && from.trim().startsWith('['))
}

function findBest(ranks: readonly number[][]): number {
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

function withReason(faults: Fault[], because: string | undefined): Fault[] {
  return because ? faults.map((fault) => ({ because, ...fault })) : faults
}

/** Describes branches that differ only in a type or in constants by one fault: "must be text or a number". */
function mergeFaults(branches: Fault[][], none: Fault): Fault | null {
  const only = branches.map(([fault, ...more]) =>
    fault && more.length === 0 && fault.path === '' ? fault : null,
  )
  if (only.every((fault) => fault?.keyword === 'type')) {
    const type = only.flatMap((fault) => (fault ? listTypes(fault.schema) : []))
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

/** Finds the only branch whose constant of one property is the value's, as in `{kind: {const: "cat"}}`. */
export function findDiscriminated(
  root: JsonSchema,
  branches: readonly Json[],
  value: Json,
): { index: number; because: string } | null {
  if (!isObject(value)) return null
  for (const [key, found] of Object.entries(value)) {
    const constants = branches.map((branch) => listConstants(root, branch, key))
    if (constants.filter((values) => values !== null).length < 2) continue
    const matching = constants.flatMap((values, index) =>
      values?.some((each) => isIdenticalJson(each, found)) ? [index] : [],
    )
    const [index] = matching
    if (matching.length === 1 && index !== undefined)
      return { index, because: `when ${key} is ${JSON.stringify(found)}` }
  }
  return null
}

function listConstants(root: JsonSchema, branch: Json, key: string): Json[] | null {
  for (const declared of propertyDeclarations(root, branch, key)) {
    if (declared.const !== undefined) return [declared.const]
    if (Array.isArray(declared.enum)) return declared.enum
  }
  return null
}

function branchPhrases(branches: readonly Json[]): (string | undefined)[] {
  const isOptional = branches.filter((branch) => !isObject(branch) || branch.type !== 'null').length < 2
  return branches.map((branch, index) => {
    if (isOptional) return undefined
    return isObject(branch) && typeof branch.title === 'string'
      ? `as ${branch.title}`
      : `as choice ${index + 1}`
  })
}

/** How similar a branch is to a value: higher is better, compared one after the other. */
export function measureSimilarity(root: JsonSchema, branch: Json, value: Json): [type: number, keys: number] {
  return [acceptsType(root, branch, value) ? 1 : 0, countKnownKeys(root, branch, value)]
}

function acceptsType(root: JsonSchema, branch: Json, value: Json): boolean {
  const types = unconditional(root, branch).flatMap(listTypes)
  return (
    types.length === 0 ||
    types.includes(jsonTypeOf(value)) ||
    (types.includes('integer') && Number.isInteger(value))
  )
}

function countKnownKeys(root: JsonSchema, branch: Json, value: Json): number {
  if (!isObject(value)) return 0
  return Object.keys(value).filter((key) => propertyDeclarations(root, branch, key).length > 0).length
}
