import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { restoreFieldNames, toolFieldName } from '../../contracts/document/tool-fields.ts'
import { listTypes, walkSchema } from '../../json-schema/tree/schema-tree.ts'
import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import {
  AWKWARD_CONTRACTS,
  exportContract,
  openedSkillWith,
  partsOf,
} from '../../testing/setup/catalog/exported-tool.ts'
import { PROTOCOL_TOOLS } from '../skills-protocol/protocol-tools.ts'
import { toModelTool } from '../skills-protocol/validate-params.ts'
import { exportProtocolTool, exportTool, parseToolFormat, TOOL_FORMATS } from './export-tool.ts'
import { functionSchema } from './function-schema.ts'
import { geminiSchema } from './gemini-schema.ts'

const REFUSED_AT_TOP = ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$ref']
const ajv = new Ajv2020({ strict: false, validateFormats: false })

describe.each(['openai', 'openai-responses', 'anthropic'] as const)('for %s', (format) => {
  test.each(AWKWARD_CONTRACTS)(
    '%s is an object with plain fields, and accepts what the contract accepts',
    (_name, schema, accepted) => {
      const tool = exportContract(schema, format)

      expect(tool.schema.type).toBe('object')
      expect(REFUSED_AT_TOP.filter((keyword) => keyword in tool.schema)).toEqual([])
      const accepts = ajv.compile(tool.schema)
      for (const value of accepted) expect(accepts(value), JSON.stringify(value)).toBe(true)
    },
  )

  test('constraints that the schema cannot express are described in the text', () => {
    expect(exportContract(AWKWARD_CONTRACTS[0]![1], format).description).toContain(
      'The contract of acme.mail.send 1.2.0 is stricter',
    )
    expect(exportContract(AWKWARD_CONTRACTS[3]![1], format).description).not.toContain('is stricter')
  })

  test('a compatible contract is exported verbatim', () => {
    const schema = {
      type: 'object',
      properties: { to: { type: 'string', format: 'email', description: 'Who' } },
      required: ['to'],
      additionalProperties: false,
    }

    expect(exportContract(schema, format).schema).toEqual(schema)
  })
})

describe('for openai', () => {
  test('a description has at most 1,024 characters and keeps its last sentence', () => {
    const opened = openedSkillWith(AWKWARD_CONTRACTS[0]![1], { prompt: 'Use this. '.repeat(400) })

    const { description } = partsOf('openai', exportTool(opened, 'openai'))

    expect(description.length).toBeLessThanOrEqual(1024)
    expect(description).toMatch(/refused with the reason\.$/)
  })
})

test('for OpenAI’s Responses API the function is flat, for Chat Completions nested', () => {
  const skill = openedSkillWith({ type: 'object', properties: { to: { type: 'string' } } })
  const { type, function: nested } = exportTool(skill, 'openai') as { type: string; function: object }

  expect(Object.keys(nested).sort()).toEqual(['description', 'name', 'parameters', 'strict'])
  expect(exportTool(skill, 'openai-responses')).toEqual({ type, ...nested })
})

const LONG = 'x'.repeat(65)
const ODD_FIELDS = ['$top', 'a b', 'größe', LONG, '', 'a/b', '日付']
const ODD_CONTRACT: JsonSchema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(ODD_FIELDS.map((name) => [name, { type: 'number' }])),
    rows: {
      type: 'array',
      items: { type: 'object', properties: { 'un it': { type: 'string' } }, required: ['un it'] },
    },
    plain: { $ref: '#/properties/%24top' },
  },
  required: ['größe', 'plain'],
  dependentRequired: { 'a b': ['$top'] },
  default: { größe: 1, plain: 1 },
  additionalProperties: false,
}
const ODD_INPUT: Json = {
  ...Object.fromEntries(ODD_FIELDS.map((name, index) => [name, index])),
  rows: [{ 'un it': 'kg' }],
  plain: 1,
}

describe('field names that model APIs refuse', () => {
  test.each(TOOL_FORMATS)('are replaced for %s, required ones too, and none is left out', (format) => {
    const { schema } = exportContract(ODD_CONTRACT, format)

    const names = Object.keys(schema.properties as JsonSchema)
    expect(names).toHaveLength(ODD_FIELDS.length + 2)
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/)
    expect(schema.required).toEqual([toolFieldName('größe'), 'plain'])
    expect((schema.properties as Record<string, JsonSchema>).rows!.items).toMatchObject({
      properties: { [toolFieldName('un it')]: expect.anything() },
      required: [toolFieldName('un it')],
    })
  })

  test.each(['openai', 'anthropic', 'mcp'] as const)(
    'are replaced for %s so that the replaced input fits, and reads as the contract’s',
    (format) => {
      const { schema } = exportContract(ODD_CONTRACT, format)
      const called = {
        ...Object.fromEntries(ODD_FIELDS.map((name, index) => [toolFieldName(name), index])),
        rows: [{ [toolFieldName('un it')]: 'kg' }],
        plain: 1,
      }

      expect(ajv.compile(schema)(called)).toBe(true)
      expect(restoreFieldNames(called, [ODD_CONTRACT])).toEqual(ODD_INPUT)
      expect(restoreFieldNames(ODD_INPUT, [ODD_CONTRACT])).toEqual(ODD_INPUT)
    },
  )

  test('name the field in the title', () => {
    const { schema } = exportContract(ODD_CONTRACT, 'anthropic')

    expect((schema.properties as JsonObject)[toolFieldName('$top')]).toMatchObject({ title: '$top' })
  })

  test('are only replaced where an API refuses them', () => {
    const contract: JsonSchema = { type: 'object', properties: { 'content-type': {}, 'a.b': {}, '1st': {} } }
    const namesFor = (format: (typeof TOOL_FORMATS)[number]) =>
      Object.keys(exportContract(contract, format).schema.properties as JsonSchema)

    expect(namesFor('anthropic')).toEqual(
      ['1st', 'content-type', 'a.b'].sort((a, b) => namesFor('mcp').indexOf(a) - namesFor('mcp').indexOf(b)),
    )
    for (const name of namesFor('gemini')) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
    expect(namesFor('gemini')).toHaveLength(3)
  })
})

// biome-ignore format: table
const LISTS: [string, JsonSchema][] = [
  ['a plain list',            { type: 'array' }],
  ['a list that may be null', { type: ['array', 'null'] }],
  ['a list in anyOf',         { anyOf: [{ type: 'array' }, { type: 'string' }] }],
  ['a list in an object',     { type: 'object', properties: { inner: { type: 'array' } } }],
  ['a list of lists',         { type: 'array', items: { type: 'array' } }],
  ['a tuple',                 { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] }],
  ['a closed tuple',          { type: 'array', prefixItems: [{ type: 'number' }], items: false }],
  ['items: true',             { type: 'array', items: true }],
]

test.each(LISTS)('for openai, %s has items, and accepts what the contract accepts', (_name, list) => {
  for (const format of ['openai', 'openai-responses'] as const) {
    const { schema } = exportContract({ type: 'object', properties: { list } }, format)
    walkSchema(schema, (each) => {
      if (listTypes(each).includes('array')) expect(each.items).toEqual(expect.any(Object))
    })
    const [before, after] = [ajv.compile({ properties: { list } }), ajv.compile(schema)]
    for (const value of [[], [1], [1, 'a'], [[1]], null, 'a', { inner: [1] }])
      if (before({ list: value })) expect(after({ list: value }), JSON.stringify(value)).toBe(true)
  }
})

describe('for every format', () => {
  test.each(TOOL_FORMATS)('%s has the function’s name', (format) => {
    expect(exportContract({ type: 'object' }, format).name).toBe('acme__mail__send')
  })

  test.each(TOOL_FORMATS)('%s refuses an instruction skill', (format) => {
    expect(() => exportTool(openedSkillWith({}, { kind: 'instruction' }), format)).toThrow(
      'instruction skill',
    )
  })
})

test('mcp contains both schemas and the risk of the skill', () => {
  const tool = exportTool(openedSkillWith({ type: 'object' }, { riskLevel: 'read-only' }), 'mcp')

  expect(tool).toMatchObject({
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', anyOf: [{ type: 'object', required: ['message'] }, {}] },
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
  for (const { name, description, parameters } of PROTOCOL_TOOLS.map(toModelTool)) {
    const tool = exportProtocolTool(name, format)
    const { schema, ...parts } = partsOf(format, tool)
    expect(parts).toMatchObject({ name, description })
    if (format !== 'gemini') expect(schema).toEqual(parameters)
    else expect(schema === undefined).toBe(name === 'load_skills_protocol_guide')
  }
  expect(exportProtocolTool('acme.mail.send', format)).toBeUndefined()
})
