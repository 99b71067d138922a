import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json/json.ts'
import { checkDocument } from '../checks/check-document.ts'
import { contractDocument } from '../document/contract-document.ts'
import { parseDocument } from '../document/parse-document.ts'
import { readNotation } from './read-notation.ts'
import { readSource } from './read-source.ts'

const SKILL = `{
  slug: "get_weather", // a comment
  name: 'Get Weather',
  description: "Check weather for a location",
  prompt: "Use to get current weather information",
  definition: \`
async function handler(input) {
  const { parameters } = input
  return { message: \\\`Weather in \\\${parameters.city}: Sunny\\\`, temperature: -7 }
}
\`,
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"], },
  response: { type: "object", properties: { message: { type: "string" }, }, },
}`

const CAPABILITIES = `capabilities: {
  search: {
    description: "Search for information and return a summary.",
    pricing: { model: "per_job", amount: "0.05", currency: "USDC" },
    input_schema: { query: { type: "string", required: true, minLength: -3 } },
    output_schema: { summary: { type: "string" } },
  },
},
handlers: {
  search: async (input) => ({ message: input.query }),
},
slug: "research", name: "Research", version: "1.0.0", description: "Finds things.",
`

function read(text: string) {
  const source = readSource(text)
  if (source.issues) throw new Error(source.issues.map(({ message }) => message).join())
  const at = (path: string) => checkDocument(source.document).filter((issue) => issue.path.startsWith(path))
  return { ...source, at, first: (path: string) => at(path).map(source.locate)[0] }
}

const CONTRACT_PARTS = { input: {}, output: {}, definitions: { Input: {} } }

describe('JavaScript object text', () => {
  test('JavaScript object text of a skill becomes a SkillSet, with a notice', () => {
    const { document, notices } = read(SKILL)
    const { document: parsed, issues } = parseDocument(document)

    expect(notices).toEqual([
      expect.stringContaining('JavaScript object text'),
      expect.stringContaining('single skill'),
    ])
    expect(issues).toEqual([])
    expect(parsed?.skills[0]).toMatchObject({ slug: 'get_weather', parameters: { required: ['city'] } })
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a document
    expect(parsed?.skills[0]?.definition).toContain('`Weather in ${parameters.city}: Sunny`, temperature: -7')
    // Whether it is public is for the publisher to say.
    expect(checkDocument(document)).toMatchObject([{ path: '/visibility', keyword: 'required' }])
  })

  test('JavaScript object text of capabilities without braces is read, with handlers that are functions', () => {
    const { document, at } = read(CAPABILITIES)

    expect(at('/capabilities/search/definition')).toEqual([])
    expect(parseDocument(document).document?.skills[0]?.definition).toMatch(
      /^const run = async \(input\) => \(\{ message: input\.query \}\)/,
    )
  })

  test.each([
    ['module.exports = { slug: "a" }', { slug: 'a' }],
    ['export default defineSkillSet({ slug: "a" })', { slug: 'a' }],
    ['const mine = { slug: "a", skills: [undefined].length === 0 }', undefined],
    ['{ "slug": "a", }', { slug: 'a' }],
    ['/* x */ { slug: "a", gone: undefined };', { slug: 'a' }],
    ['{ slug: process.env.HOME }', undefined],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a document
    ['{ slug: `a${1}` }', undefined],
    ['{ slug: /a/ }', undefined],
    ['{ slug: "a" } + 1', undefined],
    ['{ [slug]: 1 }', undefined],
    ['{ n: 12345678901234567890 }', undefined],
  ])('JavaScript object text is read: %s', (text, value) => {
    expect(readSource(text).document).toEqual(value)
  })

  test('JavaScript object text is not evaluated, and names such as __proto__ are refused', () => {
    expect(readSource('{ slug: (() => { throw 1 })() }').issues?.[0]?.message).toContain(
      'expected a plain value',
    )
    expect(readSource('{ "__proto__": { a: 1 }, b: 2, }').issues?.[0]?.message).toContain('__proto__')
  })

  test('JavaScript object text nested too deeply is refused', () => {
    expect(readSource(`${'['.repeat(50_000)}x${']'.repeat(50_000)}`).issues).toHaveLength(1)
  })

  test.each([
    ['a row of comments', `{ a: 1 }${'/**/'.repeat(40)}x`],
    ['a row of slashes', `{ a: 1 }${'//'.repeat(40)}\nx`],
    ['blanks inside', `a: 1${' '.repeat(300_000)}x`],
    ['blanks in a title', JSON.stringify({ title: `a${' '.repeat(300_000)}x`, ...CONTRACT_PARTS })],
  ])('a file with %s is read quickly', (_what, text) => {
    const startedAt = performance.now()
    readSource(text)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  test('a mistake in a file is reported where the parser that got further stopped', () => {
    expect(readSource('{\n  slug: "a",\n  name "b"\n}').issues?.[0]?.message).toMatch(/^Line 3, column 8:/)
    expect(readSource('{\n  "slug": "a",\n  "name" "b"\n}').issues?.[0]?.message).toMatch(
      /^Line 3, column 10:/,
    )
  })
})

describe('the location of a problem in the file', () => {
  test('the location of a problem is that of its field, also in the notation of capabilities', () => {
    expect(read(CAPABILITIES).first('/capabilities/search/input_schema/query/minLength')).toEqual({
      line: 5,
      column: 62,
    })
  })

  test('the location of a problem is that of the skill that was not in a SkillSet', () => {
    expect(read(SKILL.replace('"get_weather"', '"Get-Weather"')).first('/skills/0/slug')).toEqual({
      line: 2,
      column: 3,
    })
  })

  test('the location of a problem is the line of the code in a template string, and in code in a JSON string', () => {
    const broken = SKILL.replace('const { parameters } = input', 'eval("1")')
    expect(read(broken).first('/skills/0/definition')).toEqual({ line: 8, column: 3 })

    const { document } = read(broken)
    const json = JSON.stringify(document, null, 2)
    expect(read(json).first('/skills/0/definition')).toEqual({
      line: json.split('\n').findIndex((line) => line.includes('"definition"')) + 1,
      column: 7,
      inCode: { line: 3, column: 3 },
    })
  })
})

describe('a contract document', () => {
  const contract = {
    title: 'Daily News Digest Skill API Contract',
    version: '1.2.0',
    input: { $ref: '#/definitions/Input' },
    output: { oneOf: [{ $ref: '#/definitions/SuccessResponse' }, { $ref: '#/definitions/ErrorResponse' }] },
    definitions: {
      Input: {
        type: 'object',
        required: ['topics'],
        properties: { topics: { type: 'array', items: { type: 'string' } } },
      },
      SuccessResponse: { type: 'object', properties: { status: { const: 'success' } } },
      ErrorResponse: { type: 'object' },
    },
  }

  test('a contract document becomes a skill with its input and its success response', () => {
    const { document, notices } = read(JSON.stringify(contract))

    expect(notices).toEqual([expect.stringContaining('contract of a skill')])
    expect(document).toMatchObject({
      ...{ slug: 'daily_news_digest', version: '1.2.0' },
      skills: [{ parameters: contract.definitions.Input, response: contract.definitions.SuccessResponse }],
    })
  })

  test('a contract document of this server becomes the same contract again', () => {
    const [skill] = read(SKILL).document.skills as JsonObject[]
    const parameters = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/b' } },
      $defs: { b: { type: 'string' } },
    }
    const exported = contractDocument({ version: '1.0.0' }, { ...skill, name: 'A', parameters } as never)
    const [back] = read(JSON.stringify(exported)).document.skills as JsonObject[]

    expect(back?.parameters).toEqual(parameters)
    expect(parseDocument(read(JSON.stringify(exported)).document).issues).toEqual([])
  })
})

test('a JSON file is read unchanged, without a notice, also with a byte order mark', () => {
  const text = JSON.stringify({ slug: 'a', skills: [] })

  expect(readSource(`\uFEFF${text}`)).toMatchObject({ document: { slug: 'a', skills: [] }, notices: [] })
})

test('the error for a file that is not text, such as an image, says what it is', () => {
  const { issues } = readSource('\uFFFDPNG\r\n\u001a\n\0\0\0\rIHDR')
  expect(issues).toMatchObject([{ message: expect.stringContaining('This is not a text file') }])
})

describe('a schema where a SkillSet belongs is named, and becomes a skill', () => {
  const SCHEMA = { type: 'object', properties: { query: { type: 'string' } } }
  const MAP = { query: { type: 'string', required: true } }

  test.each<[string, object, string, object]>([
    ['a JSON Schema', SCHEMA, 'a JSON Schema', { parameters: SCHEMA }],
    ['a field map', MAP, 'a field map', { parameters: MAP }],
    ['input_schema', { input_schema: MAP }, 'a tool definition', { parameters: MAP }],
    [
      'a tool of Anthropic',
      { name: 'search', description: 'Finds.', input_schema: SCHEMA },
      'a tool definition',
      { slug: 'search', description: 'Finds.', parameters: SCHEMA },
    ],
    [
      'a tool of OpenAI',
      { type: 'function', function: { name: 'search', parameters: SCHEMA } },
      'a tool definition',
      { slug: 'search', parameters: SCHEMA },
    ],
    [
      'a tool of MCP',
      { name: 'search', inputSchema: SCHEMA, outputSchema: SCHEMA },
      'a tool definition',
      { parameters: SCHEMA, response: SCHEMA },
    ],
  ])('a schema where a SkillSet belongs is named, and becomes a skill: %s', (_, value, what, skill) => {
    const { document, notices } = read(JSON.stringify(value))

    expect(notices).toEqual([expect.stringContaining(`This file is ${what}, not a SkillSet.`)])
    expect(document?.skills).toMatchObject([skill])
  })

  test('faults of a schema where a SkillSet belongs are at their place in the file', () => {
    const source = readSource('{\n  "input_schema": {\n    "query": { "type": "strin" }\n  }\n}')

    expect(source.issues ?? source.locate({ path: '/skills/0/parameters/query/type', message: '' })).toEqual({
      line: 3,
      column: 16,
    })
  })
})

test.each([
  ['True', '{\n  "a": [True]\n}', 'Line 2, column 9: True is Python: write true'],
  ['False', "{'strict': False}", 'False is Python: write false'],
  ['None', '{"a": None}', 'None is Python: write null'],
])('the error for a file with %s of Python says so', (_, text, message) => {
  expect(readSource(text).issues?.[0]?.message).toContain(message)
})

test('a word of Python inside a string or a comment is no error', () => {
  expect(read('{ name: "a", /* None, */ tagline: ": True," }').document).toMatchObject({ tagline: ': True,' })
})

test.each([
  ['a byte order mark', '\ufeff{"name":"a"}'],
  ['comments and trailing commas', '// a\n{\n  "name": "a", /* b */\n}'],
])('every command reads a file with %s', (_, text) => {
  expect(readNotation(text).value).toEqual({ name: 'a' })
})

test('a SkillSet file without a slug gets that of its name, with a notice', () => {
  const { document, notices } = read('{"name":"Text Tools","skills":[]}')

  expect(document).toMatchObject({ slug: 'text_tools' })
  expect(notices).toEqual([expect.stringContaining('text_tools')])
})

test('entries without braces have no place before the first column', () => {
  const source = readSource('name: "A",\nskills: []')

  expect(source.issues ?? source.locate({ path: '/description', message: '' })).toEqual({
    line: 1,
    column: 1,
  })
})
