import { listTypes } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { flattenAllOf } from './branch-kinds.ts'
import { humanise } from './field-labels.ts'
import type { FieldModel } from './field-model.ts'

// biome-ignore format: table
const TYPES: Record<string, string> = {
  string: 'Text', number: 'Number', integer: 'Whole number', boolean: 'Yes or no', array: 'List', object: 'Object', null: 'Empty (null)',
}

export function typeName(type: string): string {
  return TYPES[type] ?? type
}

/** Returns unique names. */
export function branchNames(contract: FormContract, branches: readonly JsonSchema[]): string[] {
  const names = branches.map((branch, index) => chooseKindName(contract, branch) ?? `Choice ${index + 1}`)
  return names.map((name, index) => {
    const isShared = names.filter((each) => each === name).length > 1
    return isShared
      ? `${name} (${distinguishingText(contract, branches[index] as JsonSchema) ?? index + 1})`
      : name
  })
}

function chooseKindName(contract: FormContract, branch: JsonSchema): string | undefined {
  const schemas = flattenAllOf(contract, branch)
  const title = schemas.map((each) => each.title).find((each) => typeof each === 'string' && each !== '')
  if (title) return title as string
  const mark = schemas.flatMap((each) => listDiscriminatorValues(each))[0]
  if (mark !== undefined) return humanise(mark)
  if (typeof branch.$ref === 'string')
    return humanise(decodeURIComponent(branch.$ref.split(/[/#]/).pop() ?? ''))
  const only = schemas.find((each) => Array.isArray(each.enum) || each.const !== undefined)
  if (only) return Array.isArray(only.enum) ? 'One of a list' : JSON.stringify(only.const)
  const [type] = schemas.flatMap(listTypes)
  if (type === 'array') {
    const items = schemas.map((each) => each.items).find(isObject)
    const inner = items && chooseKindName(contract, items)
    return inner ? `List: ${inner.toLowerCase()}` : 'List'
  }
  return type && typeName(type)
}

/** Returns the constant by which a branch is recognised, such as “cat” for `{kind: {const: "cat"}}`. */
function listDiscriminatorValues({ properties }: JsonSchema): string[] {
  return Object.values(isObject(properties) ? properties : {}).flatMap((property) => {
    if (!isObject(property)) return []
    if (typeof property.const === 'string') return [property.const]
    const [only, ...more] = Array.isArray(property.enum) ? property.enum : []
    return typeof only === 'string' && more.length === 0 ? [only] : []
  })
}

function distinguishingText(contract: FormContract, branch: JsonSchema): string | undefined {
  const schemas = flattenAllOf(contract, branch)
  const format = schemas.map((each) => each.format ?? each.pattern).find((each) => typeof each === 'string')
  if (format) return String(format)
  const names = schemas.flatMap(({ required, properties }) =>
    Array.isArray(required) ? required : Object.keys(isObject(properties) ? properties : {}),
  )
  return names.length > 0
    ? names
        .slice(0, 3)
        .map((name: Json) => humanise(String(name)))
        .join(', ')
    : undefined
}

export function describeFieldKind({
  types,
  options,
  isImpossible,
}: Pick<FieldModel, 'types' | 'options' | 'isImpossible'>): string {
  if (isImpossible) return 'The contract does not define this field.'
  if (options?.length === 1) return `Only ${JSON.stringify(options[0]?.value)} is allowed here.`
  if (types.length === 0) return 'The contract does not allow this value.'
  const wanted = types.map((type) => typeName(type).toLowerCase()).join(' or ')
  return `The contract requires a different type: ${wanted}.`
}
