/**
 * Exports a skill as a tool in each model API's format. The application runs a returned call with `POST
 * /api/skills/{name}/runs`. See docs/spec/skills-protocol.md §6.
 */

import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { replaceToolFieldNames } from '../../contracts/document/tool-fields.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { listTypes, mapSchema } from '../../json-schema/tree/schema-tree.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type JsonSchema } from '../../kernel/json/json.ts'
import { isGeminiFieldName, isModelFieldName } from '../../kernel/names/field-name.ts'
import { functionName } from '../../kernel/names/function-name.ts'
import { listProtocolTools, toSkillTool } from '../mcp/tool-list.ts'
import type { OpenedSkill } from '../skills-protocol/open-skill.ts'
import { PROTOCOL_TOOLS } from '../skills-protocol/protocol-tools.ts'
import { toModelTool } from '../skills-protocol/validate-params.ts'
import { type FunctionSchema, functionSchema, listOf } from './function-schema.ts'
import { geminiSchema } from './gemini-schema.ts'

export const TOOL_FORMATS = ['openai', 'openai-responses', 'anthropic', 'mcp', 'gemini'] as const
export type ToolFormat = (typeof TOOL_FORMATS)[number]

export function parseToolFormat(text: string | null): ToolFormat {
  const format = TOOL_FORMATS.find((candidate) => candidate === text)
  if (format) return format
  const message = `The format must be one of ${TOOL_FORMATS.join(', ')}.`
  throw new AppError('INVALID_INPUT', {
    message,
    issues: [{ path: '/format', keyword: 'enum', message: `must be one of ${TOOL_FORMATS.join(', ')}` }],
  })
}

/**
 * `name` is the function name; by default the skill's own. Throws PRECONDITION_FAILED for instructions, and for input
 * that is not an object.
 */
export function exportTool(
  opened: OpenedSkill,
  format: ToolFormat,
  name: string = functionName(opened.name),
): object {
  if (opened.skill.kind === 'instruction')
    throw refused(`${opened.name} is an instruction skill and cannot be called.`)
  const isAccepted = format === 'gemini' ? isGeminiFieldName : isModelFieldName
  const root = replaceToolFieldNames(canonicalSchema(opened.skill.parameters).schema ?? {}, isAccepted)
  const plain = functionSchema(root)
  if (!plain) throw refused(`The input of ${opened.name} is not an object, which model APIs require.`)
  return FORMATS[format](opened, { name, root, plain })
}

type Parts = { name: string; root: JsonSchema; plain: FunctionSchema }

const FORMATS: Record<ToolFormat, (opened: OpenedSkill, parts: Parts) => object> = {
  // Chat Completions nests the function; the Responses API does not.
  openai: (opened, parts) => ({ type: 'function', function: openAiFunction(opened, parts) }),
  'openai-responses': (opened, parts) => ({ type: 'function', ...openAiFunction(opened, parts) }),
  anthropic: (opened, { name, plain: { schema, isWider } }) => ({
    name,
    description: describe(opened, isWider),
    input_schema: schema,
  }),
  mcp: (opened, { name }) => toSkillTool(name, opened),
  gemini(opened, { name, root }) {
    const parameters = geminiSchema(root, { ...root, type: 'object' })
    const hasFields = parameters.properties !== undefined
    // Gemini refuses an object without properties, so a function without parameters omits them.
    return { name, description: describe(opened, true), ...(hasFields && { parameters }) }
  },
}

/** Returns a tool of the Skills Protocol, which is already a function; undefined for another name. */
export function exportProtocolTool(name: string, format: ToolFormat): object | undefined {
  const tool = PROTOCOL_TOOLS.find((candidate) => candidate.name === name)
  if (!tool) return undefined
  const { description, parameters } = toModelTool(tool)
  const { properties } = geminiSchema(parameters, parameters)
  switch (format) {
    case 'openai':
      return { type: 'function', function: { name, description, parameters, strict: false } }
    case 'openai-responses':
      return { type: 'function', name, description, parameters, strict: false }
    case 'anthropic':
      return { name, description, input_schema: parameters }
    case 'mcp':
      return listProtocolTools().find((candidate) => candidate.name === name)
    case 'gemini':
      return { name, description, ...(properties && { parameters: geminiSchema(parameters, parameters) }) }
  }
}

/** Not strict: strict mode would make every field required. */
function openAiFunction(opened: OpenedSkill, { name, plain }: Parts): object {
  const description = describe(opened, plain.isWider, MAX_OPENAI_CHARS)
  return { name, description, parameters: withItems(plain.schema), strict: false }
}

/** OpenAI refuses a request with a list whose `items` is no schema object. */
function withItems(root: JsonSchema): JsonSchema {
  return mapSchema(root, (schema) => {
    if (!listTypes(schema).includes('array') || isObject(schema.items)) return schema
    const { items, prefixItems, ...rest } = schema
    const fixed = listOf(prefixItems)
    // A closed tuple.
    const limit: JsonSchema = items === false ? { maxItems: Math.min(fixed.length, maxItemsOf(schema)) } : {}
    return { ...rest, ...(prefixItems !== undefined && { prefixItems }), ...limit, items: {} }
  })
}

function maxItemsOf({ maxItems }: JsonSchema): number {
  return typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY
}

/** OpenAI's limit for descriptions (Function calling). */
const MAX_OPENAI_CHARS = 1024

function describe({ name, version, skill }: OpenedSkill, isWider: boolean, maxChars = 8_000): string {
  const last = isWider
    ? `\n\nThe contract of ${name} ${version} is stricter than this schema. Input that violates it is refused with the reason.`
    : ''
  const text = `${skill.description}\n\n${skill.prompt}`.trim()
  const room = maxChars - last.length
  return (text.length > room ? `${text.slice(0, room - 1).toWellFormed()}…` : text) + last
}

function refused(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', { message, suggestedAction: 'Choose another skill.' })
}

type Shown = { name: string; version: string; skill: SkillDocument } & Pick<SkillSetDocument, 'permissions'>

/** Returns null for a contract that model APIs do not accept. */
export function exportForCode({ name, version, skill, permissions }: Shown) {
  const document = { version, permissions, skills: [skill] } as SkillSetDocument
  const opened = { name, version, document, skill, isReadable: true }
  try {
    return {
      name: functionName(name),
      openai: exportTool(opened, 'openai'),
      openaiResponses: exportTool(opened, 'openai-responses'),
      anthropic: exportTool(opened, 'anthropic'),
    }
  } catch (thrown) {
    if (thrown instanceof AppError) return null
    throw thrown
  }
}
