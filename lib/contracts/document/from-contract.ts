/** Reads contract documents, as `contract-document.ts` writes them. See docs/spec/contracts.md §6. */

import { mapSchema } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { slugFrom } from '../../kernel/names/skill-name.ts'
import { isVersion } from '../versions/version-number.ts'
import { emptyDocument, emptySkill } from './empty-document.ts'

const PARTS = { parameters: 'Input', response: 'SuccessResponse' } as const

export function isContractDocument(given: Json | undefined): given is JsonObject {
  if (!isObject(given) || !isObject(given.definitions)) return false
  return isObject(given.input) && isObject(given.output) && isObject(given.definitions.Input)
}

/** Returns the schema of `parameters` or `response` with all that it refers to; undefined if the contract lacks it. */
export function schemaInContract(
  { definitions }: JsonObject,
  part: keyof typeof PARTS,
): JsonSchema | undefined {
  if (!isObject(definitions)) return undefined
  const name = PARTS[part]
  const schema = definitions[name]
  if (!isObject(schema)) return undefined
  const root = `#/definitions/${name}`
  const own = mapSchema(schema, (each) => {
    const { $ref } = each
    const isOwn = typeof $ref === 'string' && ($ref === root || $ref.startsWith(`${root}/`))
    return isOwn ? { ...each, $ref: `#${$ref.slice(root.length)}` } : each
  })
  const others = Object.entries(definitions).filter(
    ([key]) => !['Input', 'SuccessResponse', 'ErrorResponse'].includes(key),
  )
  return others.length > 0 && JSON.stringify(own).includes('#/definitions/')
    ? { ...own, definitions: Object.fromEntries(others) }
    : own
}

/** The code of a skill of which only the contract is known. */
export const NOT_WRITTEN = `async function handler({ parameters }) {
  throw new Error('This skill has no code yet.')
}
`

const MAX_TITLE_CHARS = 200

/** Returns a SkillSet with one skill of this contract, whose code is still to be written. */
export function contractToSkillSet(contract: JsonObject): JsonObject {
  const title = typeof contract.title === 'string' ? contract.title.slice(0, MAX_TITLE_CHARS) : 'My skill'
  const name = title.replace(/\s+(?:Skill\s+)?API Contract$/i, '').trim() || 'My skill'
  const slug = slugFrom(name) || 'my_skill'
  const version =
    typeof contract.version === 'string' && isVersion(contract.version) ? contract.version : '1.0.0'
  const parameters = schemaInContract(contract, 'parameters')
  const response = schemaInContract(contract, 'response')
  const skill = emptySkill({ slug, name, definition: NOT_WRITTEN })
  const { examples: _, ...unfinished } = skill
  const { visibility: __, ...document } = emptyDocument({
    ...{ slug, name, version },
    skills: [{ ...unfinished, ...(parameters && { parameters }), ...(response && { response }) }],
  })
  return document as Json as JsonObject
}
