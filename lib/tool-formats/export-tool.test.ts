import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../json/json.ts'
import { prepareInput } from '../json-schema/inputs/prepare-input.ts'
import type { OpenedSkill } from '../skills-protocol/open-skill.ts'
import { PROTOCOL_TOOLS } from '../skills-protocol/protocol-tools.ts'
import { DEMO_SKILLS } from '../testing/demo-skills.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../testing/factories.ts'
import {
  exportProtocolTool,
  exportTool,
  parseToolFormat,
  TOOL_FORMATS,
  type ToolFormat,
} from './export-tool.ts'
import { functionSchema } from './function-schema.ts'
import { geminiSchema } from './gemini-schema.ts'

function skillWith(parameters: JsonSchema, more: Partial<OpenedSkill['skill']> = {}): OpenedSkill {
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
// biome-ignore lint/suspicious/noExplicitAny: four formats, each with a shape of its own
function partsOf(format: ToolFormat, tool: any): { name: string; description: string; schema: JsonSchema } {
  if (format === 'openai') return { ...tool.function, schema: tool.function.parameters }
  const parameters = tool.parameters
  const { input_schema: anthropic, inputSchema: mcp } = tool
  const schema = { 'openai-responses': parameters, anthropic, mcp, gemini: parameters }[format]
  return { ...tool, schema }
}

const exported = (parameters: JsonSchema, format: ToolFormat) =>
  partsOf(format, exportTool(skillWith(parameters), format))

const REFUSED_AT_TOP = ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$ref']
const ajv = new Ajv2020({ strict: false, validateFormats: false })

// Contracts that model APIs refuse unchanged, with inputs that each accepts.
const AWKWARD: [name: string, schema: JsonSchema, accepted: Json[]][] = [
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

describe.each(['openai', 'openai-responses', 'anthropic'] as const)('for %s', (format) => {
  test.each(AWKWARD)(
    '%s is an object with plain fields, and accepts what the contract accepts',
    (_name, schema, accepted) => {
      const tool = exported(schema, format)

      expect(tool.schema.type).toBe('object')
      expect(REFUSED_AT_TOP.filter((keyword) => keyword in tool.schema)).toEqual([])
      const accepts = ajv.compile(tool.schema)
      for (const value of accepted) expect(accepts(value), JSON.stringify(value)).toBe(true)
    },
  )

  test('constraints that the schema cannot express are described in the text', () => {
    expect(exported(AWKWARD[0]![1], format).description).toContain(
      'The contract of acme.mail.send 1.2.0 is stricter',
    )
    expect(exported(AWKWARD[3]![1], format).description).not.toContain('is stricter')
  })

  test('a compatible contract is exported verbatim', () => {
    const schema = {
      type: 'object',
      properties: { to: { type: 'string', format: 'email', description: 'Who' } },
      required: ['to'],
      additionalProperties: false,
    }

    expect(exported(schema, format).schema).toEqual(schema)
  })
})

describe('for openai', () => {
  test('a description has at most 1,024 characters and keeps its last sentence', () => {
    const opened = skillWith(AWKWARD[0]![1], { prompt: 'Use this. '.repeat(400) })

    const { description } = partsOf('openai', exportTool(opened, 'openai'))

    expect(description.length).toBeLessThanOrEqual(1024)
    expect(description).toMatch(/refused with the reason\.$/)
  })
})

test('for OpenAI’s Responses API the function is flat, for Chat Completions nested', () => {
  const skill = skillWith({ type: 'object', properties: { to: { type: 'string' } } })
  const { type, function: nested } = exportTool(skill, 'openai') as { type: string; function: object }

  expect(Object.keys(nested).sort()).toEqual(['description', 'name', 'parameters', 'strict'])
  expect(exportTool(skill, 'openai-responses')).toEqual({ type, ...nested })
})

describe('for anthropic', () => {
  test('fields with names it refuses are left out, and may be sent all the same', () => {
    const { schema, description } = exported(
      {
        type: 'object',
        properties: { größe: { type: 'number' }, a: {} },
        required: ['größe', 'a'],
        additionalProperties: false,
      },
      'anthropic',
    )

    expect(schema).toEqual({ type: 'object', properties: { a: {} }, required: ['a'] })
    expect(description).toContain('is stricter')
  })
})

// All fields of Schema in the Gemini API.
const GEMINI_KEYWORDS = new Set(
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum'.split(
    ' ',
  ),
)
const GEMINI_TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT']

/** Returns what Gemini would refuse, with its path. */
// biome-ignore lint/suspicious/noExplicitAny: asked of whatever was made
function geminiFaults(schema: any, path = '#'): string[] {
  const wrong = Object.keys(schema).filter((word) => !GEMINI_KEYWORDS.has(word))
  const kind = schema.type
  return [
    ...wrong.map((word) => `${path}: ${word}`),
    ...(kind === undefined && !schema.anyOf ? [`${path}: no type`] : []),
    ...(kind !== undefined && !GEMINI_TYPES.includes(kind) ? [`${path}: type ${kind}`] : []),
    ...(kind === 'ARRAY' && !schema.items ? [`${path}: no items`] : []),
    ...(schema.enum?.some((each: unknown) => typeof each !== 'string') ? [`${path}: enum`] : []),
    ...(kind === 'OBJECT' && !Object.keys(schema.properties ?? {}).length ? [`${path}: no properties`] : []),
    // Google APIs write an int64 as a string in JSON.
    ...Object.keys(schema)
      .filter((word) => /^(min|max)(Items|Length|Properties)$/.test(word))
      .filter((word) => typeof schema[word] !== 'string' || !/^\d+$/.test(schema[word]))
      .map((word) => `${path}: ${word}`),
    ...(Number(schema.maxItems ?? 0) > 64 ? [`${path}: too many items`] : []),
    ...Object.keys(schema.properties ?? {})
      .filter((name) => !/^[A-Za-z_]\w{0,63}$/.test(name))
      .map((name) => `${path}: name ${name}`),
    ...(schema.required ?? [])
      .filter((name: string) => !schema.properties?.[name])
      .map((name: string) => `${path}: required ${name}`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      geminiFaults(each, `${path}/${name}`),
    ),
    ...(schema.anyOf ?? []).flatMap((each: unknown, index: number) => geminiFaults(each, `${path}/${index}`)),
    ...(schema.items ? geminiFaults(schema.items, `${path}/items`) : []),
  ]
}

describe('for gemini', () => {
  test.each(AWKWARD.slice(0, -1))('%s uses its vocabulary only', (_name, schema) => {
    const tool = exported(schema, 'gemini')

    expect(tool.schema.type).toBe('OBJECT')
    expect(geminiFaults(tool.schema)).toEqual([])
  })

  test.each(DEMO_SKILLS)('$name of the demo market follows its rules', (opened) => {
    const { schema } = partsOf('gemini', exportTool(opened, 'gemini'))

    expect(schema ? geminiFaults(schema) : []).toEqual([])
  })

  test('text sent by a model is parsed into the object that the contract requires', () => {
    const parameters = { type: 'object', properties: { rows: { type: 'array', items: { type: 'object' } } } }
    const { value } = prepareInput(parameters, { rows: ['{"a": 1}'] })

    expect(value).toEqual({ rows: [{ a: 1 }] })
  })

  test('a function without fields has no parameters, which may not be empty', () => {
    expect(exported({ type: 'object' }, 'gemini').schema).toBeUndefined()
  })

  test.each<[name: string, schema: JsonSchema, expected: object]>([
    [
      'texts to choose from',
      { type: 'string', enum: ['a', 'b'] },
      { type: 'STRING', enum: ['a', 'b'], format: 'enum' },
    ],
    [
      'numbers to choose from',
      { enum: [1, 2], description: 'How many.' },
      { type: 'INTEGER', description: 'How many. One of: 1, 2.' },
    ],
    ['one text', { const: 'x' }, { type: 'STRING', enum: ['x'], format: 'enum' }],
    ['a text or nothing', { type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    [
      'a text or a number',
      { type: ['string', 'number'] },
      { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] },
    ],
    ['more than nought', { type: 'integer', exclusiveMinimum: 0 }, { type: 'INTEGER', minimum: 1 }],
    [
      'a pair',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
      { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] } },
    ],
    ['a moment', { type: 'string', format: 'date-time' }, { type: 'STRING', format: 'date-time' }],
    ['an email', { type: 'string', format: 'email' }, { type: 'STRING' }],
    ['a count', { type: 'string', maxLength: 9 }, { type: 'STRING', maxLength: '9' }],
    [
      'an object of any fields',
      { type: 'object', additionalProperties: { type: 'number' }, description: 'Scores.' },
      { type: 'STRING', description: 'Scores. A JSON object, encoded as a string.' },
    ],
    [
      'a long list of long lists',
      { type: 'array', maxItems: 5000, items: { type: 'array', maxItems: 10, items: { type: 'string' } } },
      {
        type: 'ARRAY',
        description: 'At most 5000 items.',
        items: { type: 'ARRAY', items: { type: 'STRING' } },
      },
    ],
    [
      'one of two',
      { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
      { anyOf: [{ type: 'STRING' }, { type: 'BOOLEAN' }] },
    ],
  ])('%s', (_name, schema, expected) => {
    const tool = exported({ type: 'object', properties: { field: schema } }, 'gemini')

    expect((tool.schema.properties as JsonSchema).field).toEqual(expected)
  })
})

describe('for every format', () => {
  test.each(TOOL_FORMATS)('%s has the function’s name', (format) => {
    expect(exported({ type: 'object' }, format).name).toBe('acme__mail__send')
  })

  test.each(TOOL_FORMATS)('%s refuses an instruction skill', (format) => {
    expect(() => exportTool(skillWith({}, { kind: 'instruction' }), format)).toThrow('instruction skill')
  })
})

test('mcp contains both schemas and the risk of the skill', () => {
  const tool = exportTool(skillWith({ type: 'object' }, { riskLevel: 'read-only' }), 'mcp')

  expect(tool).toMatchObject({
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', required: ['message'] },
    annotations: { readOnlyHint: true },
  })
})

test('an unknown format is refused with the list of formats', () => {
  expect(() => parseToolFormat('soap')).toThrow('openai, openai-responses, anthropic, mcp, gemini')
  expect(() => parseToolFormat(null)).toThrow()
})

test('a contract of many kinds is an object when one of them is', () => {
  expect(functionSchema({ type: ['object', 'null'], properties: { a: {} } })?.schema.type).toBe('object')
  expect(functionSchema({ oneOf: [{ type: 'string' }, { type: 'object' }] })).not.toBeNull()
  expect(functionSchema({ type: 'string' })).toBeNull()
})

/** Twelve definitions have forty references each to the next, so following every one would take 40^12 visits. */
const branching = (refer: (references: JsonSchema[]) => JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { first: { $ref: '#/$defs/d0' } },
  allOf: [{ $ref: '#/$defs/d0' }],
  $defs: Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`d${at}`, refer(Array(40).fill({ $ref: `#/$defs/d${at + 1}` }))]),
  ),
})

test.each<[string, JsonSchema]>([
  ['lists', branching((references) => ({ allOf: references }))],
  ['choices', branching((references) => ({ anyOf: references }))],
  ['fields', branching((references) => ({ type: 'object', properties: { ...references } }))],
])('%s of references that branch are followed a limited number of times', (_what, schema) => {
  expect(functionSchema(schema)?.schema).toMatchObject({ properties: { first: expect.anything() } })
  expect(JSON.stringify(geminiSchema(schema)).length).toBeLessThan(2_000_000)
})

test.each(TOOL_FORMATS)('every tool of the Skills Protocol is a function in the format %s', (format) => {
  for (const { name, description, parameters } of PROTOCOL_TOOLS) {
    const tool = exportProtocolTool(name, format)
    const { schema, ...parts } = partsOf(format, tool)
    expect(parts).toMatchObject({ name, description })
    if (format !== 'gemini') expect(schema).toEqual(parameters)
    else expect(schema === undefined).toBe(name === 'load_skills_protocol_guide')
  }
  expect(exportProtocolTool('acme.mail.send', format)).toBeUndefined()
})
