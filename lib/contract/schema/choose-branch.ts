/**
 * Which branch of a `oneOf` or `anyOf` a value was evidently meant for.
 *
 * Ground. First by a discriminator: a property that each branch fixes to different values. Then by the best
 * match. Source: specification "Contracts" §4: by const/enum discriminator or best match.
 */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { declarationsOf, typesOf, unconditional } from './schema-tree.ts'

/** The one branch whose fixed property holds what `value` says; null when no property tells. */
export function discriminated(
  root: JsonSchema,
  branches: readonly Json[],
  value: Json,
): { index: number; because: string } | null {
  if (!isObject(value)) return null
  for (const [key, said] of Object.entries(value)) {
    const fixed = branches.map((branch) => fixedValues(root, branch, key))
    if (fixed.filter((values) => values !== null).length < 2) continue
    const matching = fixed.flatMap((values, index) =>
      values?.some((each) => isSame(each, said)) ? [index] : [],
    )
    const [index] = matching
    if (matching.length === 1 && index !== undefined)
      return { index, because: `when ${key} is ${JSON.stringify(said)}` }
  }
  return null
}

/** The values that a branch allows for a property, when it fixes them by const or enum. */
function fixedValues(root: JsonSchema, branch: Json, key: string): Json[] | null {
  for (const declared of declarationsOf(root, branch, key)) {
    if (declared.const !== undefined) return [declared.const]
    if (Array.isArray(declared.enum)) return declared.enum
  }
  return null
}

function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** How each branch is called in a sentence; undefined where there is no choice but null. */
export function branchPhrases(branches: readonly Json[]): (string | undefined)[] {
  const isOptionOnly = branches.filter((branch) => !isObject(branch) || branch.type !== 'null').length < 2
  return branches.map((branch, index) => {
    if (isOptionOnly) return undefined
    return isObject(branch) && typeof branch.title === 'string'
      ? `as ${branch.title}`
      : `as choice ${index + 1}`
  })
}

/** Whether the branch declares the kind of value that was sent. */
export function takesKind(root: JsonSchema, branch: Json, value: Json): boolean {
  const types = unconditional(root, branch).flatMap(typesOf)
  return (
    types.length === 0 ||
    types.includes(kindOf(value)) ||
    (types.includes('integer') && Number.isInteger(value))
  )
}

/** How many of the value's own keys the branch knows. */
export function knownKeys(root: JsonSchema, branch: Json, value: Json): number {
  if (!isObject(value)) return 0
  return Object.keys(value).filter((key) => declarationsOf(root, branch, key).length > 0).length
}

/** The JSON Schema type of a value. */
export function kindOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
