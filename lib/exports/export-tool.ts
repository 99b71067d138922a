/**
 * A skill as a tool that a model API takes, in the words of each. Floor 4, pure.
 *
 * Whoever gets a call back looks the skill up by its function name and runs it by `POST /api/skills/{name}/runs`.
 * Source: specification "Skills protocol", Names, and MCP, OpenAPI, tool exports.
 */
import type { OpenedSkill } from '../agents/open-skill.ts'
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { functionName } from '../contract/market/function-name.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { AppError } from '../errors.ts'
import { nativeTool } from '../mcp/tool-list.ts'
import { type FunctionSchema, functionSchema } from './function-schema.ts'
import { geminiSchema } from './gemini-schema.ts'

export const TOOL_FORMATS = ['openai', 'anthropic', 'mcp', 'gemini'] as const
export type ToolFormat = (typeof TOOL_FORMATS)[number]

/** Throws INVALID_INPUT for what is no format. */
export function parseToolFormat(given: string | null): ToolFormat {
  const format = TOOL_FORMATS.find((each) => each === given)
  if (format) return format
  const message = `The format has to be one of ${TOOL_FORMATS.join(', ')}.`
  throw new AppError('INVALID_INPUT', {
    message,
    issues: [{ path: '/format', keyword: 'enum', message: `must be one of ${TOOL_FORMATS.join(', ')}` }],
  })
}

/**
 * `name` is the function's, of an export of several skills; alone it is the skill's own. Throws PRECONDITION_FAILED
 * for instructions, and for a contract whose input is no object.
 */
export function exportTool(
  opened: OpenedSkill,
  format: ToolFormat,
  name: string = functionName(opened.name),
): object {
  if (opened.skill.kind === 'instruction')
    throw refused(`${opened.name} is a page of instructions: there is nothing to call.`)
  const root = canonicalSchema(opened.skill.parameters).schema ?? {}
  const plain = functionSchema(root)
  if (!plain) throw refused(`The input of ${opened.name} is no object, and model APIs take nothing else.`)
  return FORMATS[format](opened, { name, root, plain })
}

type Parts = { name: string; root: JsonSchema; plain: FunctionSchema }

const FORMATS: Record<ToolFormat, (opened: OpenedSkill, parts: Parts) => object> = {
  // Not strict: that would rewrite the contract, every field required and none optional.
  openai: (opened, { name, plain }) => ({
    type: 'function',
    function: {
      name,
      description: describe(opened, plain.isWider, MAX_OPENAI_CHARS),
      parameters: plain.schema,
      strict: false,
    },
  }),
  anthropic(opened, { name, plain }) {
    const { schema, isWider } = withoutStrangeKeys(plain)
    return { name, description: describe(opened, isWider), input_schema: schema }
  },
  mcp: (opened, { name }) => nativeTool(name, opened),
  gemini(opened, { name, root }) {
    const parameters = geminiSchema(root, { ...root, type: 'object' })
    const hasFields = parameters.properties !== undefined
    // A function without parameters says nothing of them: Gemini refuses an object without properties.
    return { name, description: describe(opened, true), ...(hasFields && { parameters }) }
  },
}

/** OpenAI, Function calling: the most a description may have. */
const MAX_OPENAI_CHARS = 1024

/** What the skill says of itself, and where the rest of the contract is. */
function describe({ name, version, skill }: OpenedSkill, isWider: boolean, maxChars = 8_000): string {
  const last = isWider
    ? `\n\nThe contract of ${name} ${version} asks for more than this schema can say; what breaks it is refused with the reason.`
    : ''
  const said = `${skill.description}\n\n${skill.prompt}`.trim()
  const room = maxChars - last.length
  return (said.length > room ? `${said.slice(0, room - 1).toWellFormed()}…` : said) + last
}

/** Anthropic, Tool use: what a field of the input may be called. */
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/

function withoutStrangeKeys({ schema, isWider }: FunctionSchema): FunctionSchema {
  const properties = schema.properties as JsonObject
  if (Object.keys(properties).every((key) => KEY.test(key))) return { schema, isWider }
  const { required, additionalProperties: _, ...rest } = schema
  const known = (required as string[] | undefined)?.filter((key) => KEY.test(key)) ?? []
  return {
    schema: {
      ...rest,
      properties: Object.fromEntries(Object.entries(properties).filter(([key]) => KEY.test(key))),
      ...(known.length > 0 && { required: known }),
    },
    isWider: true,
  }
}

function refused(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', { message, suggestedAction: 'Choose another skill.' })
}
