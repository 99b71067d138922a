/** Recognises a schema, a field map or a tool definition where a SkillSet or a schema belongs, and unwraps it. */

import { isFieldMap } from '../../json-schema/parse/field-map.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { slugFrom } from '../../kernel/names/skill-name.ts'
import { emptyDocument, emptySkill } from './empty-document.ts'
import { NOT_WRITTEN } from './from-contract.ts'

/** What tool definitions call the two schemas: Guildhall, Anthropic, MCP and OpenAI. */
const INPUTS = ['parameters', 'input_schema', 'inputSchema', 'input']
const OUTPUTS = ['response', 'output_schema', 'outputSchema', 'output']
/** The other keys that such a definition may have. */
const OTHER_KEYS = [
  'name',
  'title',
  'description',
  'strict',
  'type',
  'annotations',
  'cache_control',
  'version',
]

type Part = { schema: JsonSchema; pointer: string }

export type Unwrapped = {
  /** For a sentence: “a JSON Schema”, “a field map” or “a tool definition”. */
  label: string
  input?: Part
  output?: Part
  name?: string
  description?: string
}

/**
 * Returns the schemas inside a definition such as `{ input_schema: { … } }`. Returns undefined for anything else, also for
 * a schema and a field map themselves.
 */
export function unwrapDefinition(given: Json | undefined): Unwrapped | undefined {
  if (!isObject(given)) return undefined
  const inner = given.type === 'function' && isObject(given.function) ? given.function : given
  const prefix = inner === given ? '' : '/function'
  const known = [...INPUTS, ...OUTPUTS, ...OTHER_KEYS]
  if (!Object.keys(inner).every((key) => known.includes(key))) return undefined
  const [input, output] = [findPart(inner, INPUTS, prefix), findPart(inner, OUTPUTS, prefix)]
  if (!input && !output) return undefined
  const { name, description } = inner
  return {
    label: 'a tool definition',
    ...(input && { input }),
    ...(output && { output }),
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
  }
}

function findPart(given: JsonObject, keys: readonly string[], prefix: string): Part | undefined {
  const key = keys.find((each) => isObject(given[each]) && !isField(given[each]))
  return key === undefined
    ? undefined
    : { schema: given[key] as JsonSchema, pointer: prefix + toPointer([key]) }
}

/** Whether the value describes a field that happens to be called “input”, rather than the schema of an input. */
function isField(value: Json | undefined): boolean {
  return isObject(value) && typeof value.type === 'string' && value.type !== 'object'
}

const SCHEMA_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const SKILL_SET_KEYS = ['skills', 'capabilities', 'slug', 'handlers', 'configDefinitions', 'visibility']

/**
 * Unwraps a tool definition as `unwrapDefinition` does, and takes a schema or field map by itself as the input of a skill.
 * Returns undefined for a SkillSet and for anything else.
 */
export function unwrapSchema(given: JsonObject): Unwrapped | undefined {
  if (SKILL_SET_KEYS.some((key) => Object.hasOwn(given, key))) return undefined
  const wrapped = unwrapDefinition(given)
  if (wrapped) return wrapped
  const isSchema =
    isObject(given.properties) ||
    typeof given.$schema === 'string' ||
    (typeof given.type === 'string' && SCHEMA_TYPES.includes(given.type)) ||
    ['anyOf', 'oneOf', 'allOf'].some((key) => Array.isArray(given[key]))
  if (isSchema) return { label: 'a JSON Schema', input: { schema: given, pointer: '' } }
  const fields = Object.values(given)
  const isMap = fields.length > 0 && isFieldMap(given) && fields.every(hasType)
  return isMap ? { label: 'a field map', input: { schema: given, pointer: '' } } : undefined
}

function hasType(field: Json): boolean {
  return isObject(field) && typeof field.type === 'string'
}

const MAX_NAME_CHARS = 100

/** Returns a SkillSet with one skill, whose code, description and prompt are still to be written. */
export function schemaToSkillSet({ input, output, name = '', description = '' }: Unwrapped): JsonObject {
  const title = name.slice(0, MAX_NAME_CHARS) || 'My skill'
  const slug = slugFrom(title) || 'my_skill'
  const { examples: _, ...skill } = emptySkill({ slug, name: title, description, definition: NOT_WRITTEN })
  const { visibility: __, ...document } = emptyDocument({
    slug,
    name: title,
    skills: [
      {
        ...skill,
        ...(input && { parameters: input.schema }),
        ...(output && { response: output.schema }),
      },
    ],
  })
  return document as Json as JsonObject
}
