import { walkSchema } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { isSecretField, mergeFacts } from '../fields/field-facts.ts'
import { readFieldModel } from '../fields/field-model.ts'
import { listParts, objectParts } from '../fields/schema-parts.ts'
import { type FormContract, formContract } from '../validation/form-contract.ts'

export function hasSecrets(schema: JsonSchema): boolean {
  let found = false
  walkSchema(schema, (each) => {
    if (isSecretField(each)) found = true
  })
  return found
}

/** Returns the value without its secrets. A secret in a list becomes null, so that the positions of the others stay. */
export function withoutSecrets(schema: JsonSchema, value: Json): Json {
  if (!hasSecrets(schema)) return value
  const contract = formContract(schema)
  return removeSecrets(contract, [contract.schema], value) ?? {}
}

function removeSecrets(contract: FormContract, schemas: readonly Json[], value: Json): Json | undefined {
  const field = readFieldModel(contract, schemas, value)
  if (isSecretField(mergeFacts(field))) return undefined
  if (Array.isArray(value)) {
    const { schemasAt } = listParts(field)
    return value.map((item, index) => removeSecrets(contract, schemasAt(index), item) ?? null)
  }
  if (!isObject(value)) return value
  const parts = objectParts(field, value)
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const cached = removeSecrets(contract, parts.properties.get(name) ?? parts.schemasOf(name) ?? [], each)
    return cached === undefined ? [] : [[name, cached] as const]
  })
  return Object.fromEntries(entries)
}
