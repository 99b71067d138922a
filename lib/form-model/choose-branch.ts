import type { Json, JsonSchema } from '#lib/json/json.ts'
import { acceptsKind, discriminated, knownKeys } from '#lib/json-schema/evaluate/choose-branch.ts'
import type { FormContract } from './form-contract.ts'

/** Returns the branch that the discriminator names, else the first valid one, else the most similar. */
export function chooseBranch(contract: FormContract, branches: JsonSchema[], value: Json): number {
  const root = contract.schema
  const evident = discriminated(root, branches, value)
  if (evident) return evident.index
  const taking = branches.findIndex((branch) => contract.isValid(branch, value))
  if (taking >= 0) return taking
  const alike = branches.map((branch) => [
    acceptsKind(root, branch, value) ? 1 : 0,
    knownKeys(root, branch, value),
  ])
  return alike.reduce((best, [kind = 0, keys = 0], index) => {
    const [bestKind = 0, bestKeys = 0] = alike[best] ?? []
    return kind > bestKind || (kind === bestKind && keys > bestKeys) ? index : best
  }, 0)
}
