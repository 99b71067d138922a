/** An input without what the contract marks as secret, for keeping it somewhere. Pure. */
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { walkSchema } from '#lib/contract/schema/schema-tree.ts'
import { factsOf, isSecret } from './facts.ts'
import { type FormContract, formContract } from './form-contract.ts'
import { listParts, objectParts } from './parts.ts'
import { readSpot } from './spot.ts'

/** Whether any value under this contract is a secret. */
export function hasSecrets(schema: JsonSchema): boolean {
  let found = false
  walkSchema(schema, (each) => {
    if (isSecret(each)) found = true
  })
  return found
}

/** A copy in which secrets are absent, and null where they are items of a list: the others keep their places. */
export function withoutSecrets(schema: JsonSchema, value: Json): Json {
  if (!hasSecrets(schema)) return value
  const contract = formContract(schema)
  return cleaned(contract, [contract.schema], value) ?? {}
}

function cleaned(contract: FormContract, schemas: readonly Json[], value: Json): Json | undefined {
  const spot = readSpot(contract, schemas, value)
  if (isSecret(factsOf(spot))) return undefined
  if (Array.isArray(value)) {
    const { schemasAt } = listParts(spot)
    return value.map((item, index) => cleaned(contract, schemasAt(index), item) ?? null)
  }
  if (!isObject(value)) return value
  const parts = objectParts(spot, value)
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const kept = cleaned(contract, parts.properties.get(name) ?? parts.schemasOf(name) ?? [], each)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return Object.fromEntries(entries)
}
