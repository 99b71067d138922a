import type { Json, JsonSchema } from '../../../kernel/json/json.ts'
import type { OpenedSkill } from '../../../protocols/skills-protocol/open-skill.ts'
import { exportTool, type ToolFormat } from '../../../protocols/tool-formats/export-tool.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../factories.ts'

export function openedSkillWith(
  parameters: JsonSchema,
  more: Partial<OpenedSkill['skill']> = {},
): OpenedSkill {
  const skill = makeSkillDocument({ parameters, ...more })
  return {
    name: 'acme.mail.send',
    version: '1.2.0',
    document: makeSkillSetDocument({ skills: [skill] }),
    skill,
    isReadable: true,
  }
}

/** Reads the common parts from each format. */
export function partsOf(
  format: ToolFormat,
  // biome-ignore lint/suspicious/noExplicitAny: four formats, each with a shape of its own
  tool: any,
): { name: string; description: string; schema: JsonSchema } {
  if (format === 'openai') return { ...tool.function, schema: tool.function.parameters }
  const parameters = tool.parameters
  const { input_schema: anthropic, inputSchema: mcp } = tool
  const schema = { 'openai-responses': parameters, anthropic, mcp, gemini: parameters }[format]
  return { ...tool, schema }
}

export const exportContract = (parameters: JsonSchema, format: ToolFormat) =>
  partsOf(format, exportTool(openedSkillWith(parameters), format))

// Contracts that model APIs refuse unchanged, with inputs that each accepts.
export const AWKWARD_CONTRACTS: [name: string, schema: JsonSchema, accepted: Json[]][] = [
  [
    'one of two shapes',
    {
      type: 'object',
      oneOf: [
        { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
        { type: 'object', properties: { phone: { type: 'string' } }, required: ['phone'] },
      ],
    },
    [{ email: 'a@b' }, { phone: '1' }],
  ],
  [
    'a shape that is named',
    {
      $ref: '#/$defs/Order',
      $defs: {
        Order: {
          type: 'object',
          properties: { lines: { type: 'array', items: { $ref: '#/$defs/Line' } } },
          required: ['lines'],
        },
        Line: { type: 'object', properties: { sku: { type: 'string' } } },
      },
    },
    [{ lines: [{ sku: 'x' }] }, { lines: [] }],
  ],
  [
    'parts that all hold, and nothing besides',
    {
      type: 'object',
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { enum: [1, 2] } } },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 'x' }, { a: 'x', b: 2 }],
  ],
  [
    'a tree',
    {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      additionalProperties: false,
    },
    [{ name: 'a', children: [{ name: 'b', children: [] }] }],
  ],
  [
    'the same field with another meaning in each branch',
    {
      type: 'object',
      anyOf: [{ properties: { id: { type: 'integer' } } }, { properties: { id: { type: 'string' } } }],
    },
    [{ id: 1 }, { id: 'x' }],
  ],
  [
    'a reference into a branch',
    {
      type: 'object',
      oneOf: [{ properties: { a: { type: 'string' } } }],
      properties: { b: { $ref: '#/oneOf/0/properties/a' } },
    },
    [{ b: 'x' }],
  ],
  ['no fields at all', { type: 'object' }, [{}]],
]
