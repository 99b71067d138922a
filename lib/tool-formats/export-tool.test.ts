import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../json/json.ts'
import { PROTOCOL_TOOLS } from '../skills-protocol/protocol-tools.ts'
import {
  AWKWARD_CONTRACTS,
  exportContract,
  openedSkillWith,
  partsOf,
} from '../testing/setup/catalog/exported-tool.ts'
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

describe('for anthropic', () => {
  test('fields with names it refuses are left out, and may be sent all the same', () => {
    const { schema, description } = exportContract(
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
