/** Finds the branch that a value was meant for. See docs/spec/contracts.md §4. */
import { isIdenticalJson, isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { propertyDeclarations, typesOf, unconditional } from '../tree/schema-tree.ts'

export function discriminated(
  root: JsonSchema,
  branches: readonly Json[],
  value: Json,
): { index: number; because: string } | null {
  if (!isObject(value)) return null
  for (const [key, given] of Object.entries(value)) {
    const fixed = branches.map((branch) => fixedValues(root, branch, key))
    if (fixed.filter((values) => values !== null).length < 2) continue
    const matching = fixed.flatMap((values, index) =>
      values?.some((each) => isIdenticalJson(each, given)) ? [index] : [],
    )
    const [index] = matching
    if (matching.length === 1 && index !== undefined)
      return { index, because: `when ${key} is ${JSON.stringify(given)}` }
  }
  return null
}

function fixedValues(root: JsonSchema, branch: Json, key: string): Json[] | null {
  for (const declared of propertyDeclarations(root, branch, key)) {
    if (declared.const !== undefined) return [declared.const]
    if (Array.isArray(declared.enum)) return declared.enum
  }
  return null
}

export function branchPhrases(branches: readonly Json[]): (string | undefined)[] {
  const isOptionOnly = branches.filter((branch) => !isObject(branch) || branch.type !== 'null').length < 2
  return branches.map((branch, index) => {
    if (isOptionOnly) return undefined
    return isObject(branch) && typeof branch.title === 'string'
      ? `as ${branch.title}`
      : `as choice ${index + 1}`
  })
}

export function acceptsKind(root: JsonSchema, branch: Json, value: Json): boolean {
  const types = unconditional(root, branch).flatMap(typesOf)
  return (
    types.length === 0 ||
    types.includes(jsonKindOf(value)) ||
    (types.includes('integer') && Number.isInteger(value))
  )
}

export function knownKeys(root: JsonSchema, branch: Json, value: Json): number {
  if (!isObject(value)) return 0
  return Object.keys(value).filter((key) => propertyDeclarations(root, branch, key).length > 0).length
}

export function jsonKindOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
