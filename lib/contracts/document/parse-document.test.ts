import { describe, expect, test } from 'vitest'
import { loadDemoMarket } from '../../../prisma/market/load-demo-market.ts'
import { emptyDocument, emptySkill } from './empty-document.ts'
import { parseDocument } from './parse-document.ts'

describe('a document', () => {
  test('is returned unchanged, in its own order', () => {
    for (const { skillSets } of loadDemoMarket()) {
      for (const document of skillSets.flatMap(({ versions }) => versions)) {
        const { document: parsed } = parseDocument(document)
        expect(JSON.stringify(parsed)).toBe(JSON.stringify(document))
      }
    }
  })

  test('may be unfinished: missing texts are empty, and the decisions of the publisher stay open', () => {
    const { visibility: _, ...empty } = emptyDocument()

    expect(parseDocument({ skills: [{ name: 'A' }], configDefinitions: [{ key: 'a' }] }).document).toEqual({
      ...empty,
      skills: [{ slug: '', name: 'A', description: '', prompt: '' }],
      configDefinitions: [{ key: 'a', label: '' }],
    })
  })

  test('may have schemas that are none yet', () => {
    const document = emptyDocument({ skills: [{ ...emptySkill(), parameters: [] as never }] })

    expect(parseDocument(document).document).toEqual(document)
  })

  test('that is one skill by itself is refused in one sentence', () => {
    const [first] = loadDemoMarket()[0]!.skillSets[0]!.versions[0]!.skills
    const { issues } = parseDocument(first)

    expect(issues).toEqual([
      {
        path: '',
        keyword: 'required',
        message: expect.stringContaining('This file contains a single skill.'),
      },
    ])
  })

  // biome-ignore format: table
  test.each<[sentence: string, value: unknown, path: string, message: string]>([
    ['if it is not an object',              'x',                                     '',                 'a SkillSet must be a JSON object'],
    ['when it has no skills',             { name: 'A' },                           '/skills',          'skills must contain at least 1 skill'],
    ['for an unknown key, by its name',   { skills: [], license: 'MIT' },          '/license',         'unknown key "license"'],
    ['for hosts under another name',      { permissions: { hosts: ['a.example'] } }, '/permissions/hosts', 'unknown key "hosts": write "network" for the hosts that the code may reach'],
    ['for one deep inside',               { skills: [{ colour: 1 }] },             '/skills/0/colour', 'unknown key "colour"'],
    ['for a value of another kind',       { skills: [{ name: 1 }] },               '/skills/0/name',   'name must be 1-100 characters'],
    ['for a default that is a number',    { configDefinitions: [{ key: 'num', defaultValue: 1.5 }] }, '/configDefinitions/0/defaultValue', 'defaultValue must be text: write "1.5", in quotes'],
    ['for an invalid skill',          { skills: ['a'] },                       '/skills/0',        'must be an object'],
    ['for what is not JSON',              { skills: [], readme: () => '' },        '/readme',          'is not JSON'],
  ])('is refused %s', (_, value, path, message) => {
    const { document, issues } = parseDocument(value)

    expect(document).toBeUndefined()
    expect(issues).toContainEqual(expect.objectContaining({ path, message }))
  })
})

describe('capabilities', () => {
  const search = {
    description: 'Search for information and return a summary.',
    pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' },
    input_schema: { query: { type: 'string', required: true } },
    output_schema: { summary: { type: 'string' } },
    definition: 'async function handler() {}',
  }

  test('become skills', () => {
    expect(parseDocument({ name: 'A', capabilities: { searchTheWeb: search } }).document?.skills).toEqual([
      {
        slug: 'search_the_web',
        name: 'Search the web',
        prompt: search.description,
        description: search.description,
        pricing: search.pricing,
        definition: search.definition,
        parameters: search.input_schema,
        response: search.output_schema,
      },
    ])
  })

  test('take their code from handlers', () => {
    const { definition, ...rest } = search
    const { document } = parseDocument({ capabilities: { search: rest }, handlers: { search: definition } })

    expect(document?.skills[0]?.definition).toBe(definition)
  })

  test('are refused where they were written', () => {
    const { issues } = parseDocument({ capabilities: { search: { ...search, colour: 'red' } } })

    expect(issues).toMatchObject([{ path: '/capabilities/search/colour', message: 'unknown key "colour"' }])
  })
})
