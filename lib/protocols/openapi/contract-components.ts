/**
 * Turns a contract into components of the document. Code generators resolve references only to components, so the
 * definitions inside a contract become components, too.
 */

import { contractDocument } from '../../contracts/document/contract-document.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { mapMembers, walkSchema } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { toPointer, valueAt } from '../../kernel/json/json-pointer.ts'

type Named = { operationId: string; nameComponent: (wanted: string, identity: string) => string }

export type ContractComponents = {
  input: string
  output: string
  schemas: JsonObject
}

const DEFINITIONS = '/definitions'
const ERROR_RESPONSE = `${DEFINITIONS}/ErrorResponse`
const NESTED = ['$defs', 'definitions']

export function contractComponents(
  skillSet: Pick<SkillSetDocument, 'version'>,
  skill: Pick<SkillDocument, 'name' | 'parameters' | 'response'>,
  { operationId, nameComponent }: Named,
): ContractComponents {
  const contract = contractDocument(skillSet, skill)
  const [input = '', output = ''] = ['Input', 'SuccessResponse'].map((name) => `${DEFINITIONS}/${name}`)
  const targets = [...new Set([input, output, ...targetsIn(contract, input), ...targetsIn(contract, output)])]
  const names = new Map(
    targets.map((pointer) => [
      pointer,
      nameComponent(toComponentName(operationId, pointer), operationId + pointer),
    ]),
  )
  const schemas: JsonObject = {}
  for (const [pointer, name] of names) schemas[name] = hoist(valueAt(contract, pointer) ?? {}, pointer, names)
  return { input: names.get(input)!, output: names.get(output)!, schemas }
}

/** Returns the entries of `$defs` and the schemas that references point at. */
function targetsIn(contract: JsonObject, definition: string): string[] {
  const root = valueAt(contract, definition)
  if (!isObject(root)) return []
  const found: string[] = []
  const resources: string[] = []
  walkSchema(
    root,
    (schema, pointer) => {
      // References inside are relative to it.
      if (schema.$id !== undefined) resources.push(pointer)
      if (resources.some((resource) => pointer === resource || pointer.startsWith(`${resource}/`))) return
      for (const keyword of NESTED)
        for (const key of Object.keys(isObject(schema[keyword]) ? schema[keyword] : {}))
          found.push(pointer + toPointer([keyword, key]))
      const target = typeof schema.$ref === 'string' ? pointerOf(schema.$ref) : undefined
      if (target !== undefined && target !== ERROR_RESPONSE) found.push(target)
    },
    definition,
  )
  return found
}

/** Replaces what became a component by a reference, and drops `$defs`. */
function hoist(schema: Json, at: string, names: ReadonlyMap<string, string>): JsonSchema {
  if (!isObject(schema)) return schema === false ? { not: {} } : {}
  if (schema.$id !== undefined) return schema
  const replaced = mapMembers(schema, (member, below) => {
    const name = names.get(at + below)
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
    return isObject(member) ? hoist(member, at + below, names) : member
  })
  const target = typeof replaced.$ref === 'string' ? pointerOf(replaced.$ref) : undefined
  const name = target === ERROR_RESPONSE ? 'ErrorResponse' : names.get(target ?? '')
  const remaining = Object.entries(replaced).filter(([keyword]) => !NESTED.includes(keyword))
  return {
    ...Object.fromEntries(remaining),
    ...(name !== undefined && { $ref: `#/components/schemas/${name}` }),
  }
}

function pointerOf(ref: string): string | undefined {
  return ref.startsWith(`#${DEFINITIONS}/`) ? decodeURIComponent(ref.slice(1)) : undefined
}

/** Names "/definitions/Input/$defs/Label" of acme__mail__send "acme__mail__send.Input.Label". */
function toComponentName(operationId: string, pointer: string): string {
  const keys = pointer.split('/').slice(2)
  return [operationId, ...keys.filter((key) => !NESTED.includes(key))].join('.')
}
