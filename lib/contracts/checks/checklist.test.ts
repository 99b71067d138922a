import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { emptyDocument, emptySkill } from '../document/empty-document.ts'
import type { SkillDocument } from '../document/skillset-document.ts'
import { checklist, NO_FACTS } from './checklist.ts'

const greet = (changes: Partial<SkillDocument> = {}): SkillDocument =>
  emptySkill({
    slug: 'greet',
    name: 'Greet',
    description: 'Writes a friendly greeting for a person.',
    prompt: 'Use this to greet a person. It takes a name and returns a greeting as a sentence.',
    examples: [{ title: 'Ada', input: { name: 'Ada' } }],
    ...changes,
  })

const documentOf = (skill: SkillDocument, changes: object = {}): Json =>
  ({
    ...emptyDocument({
      slug: 'greetings',
      name: 'Greetings',
      description: 'Friendly words.',
      skills: [skill],
    }),
    ...changes,
  }) as unknown as Json

const red = (document: Json, facts = NO_FACTS) =>
  checklist(document, facts)
    .filter(({ ok }) => !ok)
    .map(({ id, issues }) => [id, ...issues.map(({ path }) => path)])

test('a good document is green on every line', () => {
  expect(red(documentOf(greet()))).toEqual([])
})

test('settings that code reads and the document does not declare are named with their line, and can be added', () => {
  const definition = `async function handler({ config }) {
  return { message: config.greeting + config.apiKey }
}
`
  const configDefinitions = [{ key: 'greeting', label: 'Greeting', type: 'STRING', required: true, order: 0 }]
  const lineOf = (changes: object) =>
    checklist(documentOf(greet({ definition }), changes)).find(({ id }) => id === 'config-keys')

  const line = lineOf({ configDefinitions })

  expect(line).toMatchObject({
    ok: true,
    additions: [
      {
        pointer: '/configDefinitions',
        name: 'apiKey',
        value: { key: 'apiKey', label: 'Api key', type: 'STRING', required: true, order: 1 },
        sentence: expect.stringContaining('reads config.apiKey in line 2'),
      },
    ],
  })
  const added = line?.additions?.[0]?.value as (typeof configDefinitions)[number]
  expect(lineOf({ configDefinitions: [...configDefinitions, added] })).toEqual({
    id: 'config-keys',
    title: expect.any(String),
    ok: true,
    issues: [],
  })
})

test('declared hosts that are not on the public internet are named, and are no fault', () => {
  const network = ['127.0.0.1', '10.0.0.5', '8.8.8.8', 'api.example.com', '*.example.org']
  const line = checklist(documentOf(greet({}), { permissions: { network } })).find(
    ({ id }) => id === 'permissions',
  )

  expect(line?.ok).toBe(true)
  expect(line?.advice?.map((sentence) => sentence.split(' ')[0])).toEqual(['127.0.0.1', '10.0.0.5'])
})

test('hosts and skills that code contains and permissions lack are named, and are no fault', () => {
  const definition = `async function handler({ context }) {
  await fetch('https://api.example.com/a')
  return context.callSkill('acme.mail.send', {})
}
`
  const skill = greet({ definition })
  const lineOf = (permissions: object, facts = NO_FACTS) =>
    checklist(documentOf(skill, { permissions }), facts).find(({ id }) => id === 'permissions')

  expect(lineOf({})).toMatchObject({
    ok: true,
    additions: [
      { pointer: '/permissions/network', value: 'api.example.com' },
      { pointer: '/permissions/skills', value: 'acme.mail.send' },
    ],
  })
  expect(lineOf({ network: ['*.example.com'], skills: ['acme.mail.send@^1.0'] })).not.toHaveProperty(
    'additions',
  )
  // Code reaches the hosts of connected accounts without declaring them.
  expect(
    lineOf({ skills: ['acme.mail.send'] }, { ...NO_FACTS, providerHosts: ['api.example.com'] }),
  ).not.toHaveProperty('additions')
})

test('an empty document is red where something is missing, and nowhere else', () => {
  expect(red(emptyDocument() as unknown as Json)).toEqual([
    ['slugs', '/slug'],
    ['meaning', '/description'],
    ['fields', '/name', '/skills'],
  ])
})

describe('a problem is listed under its check', () => {
  // biome-ignore format: table
  test.each<[line: string, path: string, document: Json]>([
    ['slugs',           '/skills/0/slug',                     documentOf(greet({ slug: 'A B' }))],
    ['dangerous',       '/skills/0/definition',               documentOf(greet({ definition: 'async function handler() { eval(1) }' }))],
    ['handlers',        '/skills/0/definition',               documentOf(greet({ definition: 'function test() {}' }))],
    ['handlers',        '/skills/0/definition',               documentOf(greet({ definition: 'const a = ;' }))],
    ['parameters',      '/skills/0/parameters/type',          documentOf(greet({ parameters: { type: 'string' } }))],
    ['response',        '/skills/0/response/required',        documentOf(greet({ response: { type: 'object', required: 'a' } }))],
    ['meaning',         '/skills/0/description',              documentOf(greet({ description: 'Greets people.' }))],
    ['meaning',         '/skills/0/prompt',                   documentOf(greet({ prompt: 'Use to get current weather information' }))],
    ['meaning',         '/skills/0/description',              documentOf(greet({ description: 'Greet! Greet, greet. Greet: greet?' }))],
    ['meaning',         '/skills/0/prompt',                   documentOf(greet({ prompt: '' }))],
    ['config-defaults', '/configDefinitions/0/defaultValue',  documentOf(greet(), { configDefinitions: [{ key: 'a', label: 'A', type: 'STRING', required: false, order: 1 }] })],
    ['config-keys',     '/configDefinitions/1/key',           documentOf(greet(), { configDefinitions: [1, 2].map((order) => ({ key: 'a', label: 'A', type: 'STRING', required: true, order })) })],
    ['urls',            '/logoImageUrl',                      documentOf(greet(), { logoImageUrl: 'logo.png' })],
    ['examples',        '/skills/0/examples',                 documentOf(greet({ examples: [] }))],
    ['examples',        '/skills/0/examples/0/input/name',    documentOf(greet({ examples: [{ title: 'A', input: {} }] }))],
    ['version',         '/version',                           documentOf(greet(), { version: '1.0' })],
    ['version',         '/version',                           documentOf(greet(), { version: '1.0.0-beta' })],
    ['fields',          '/skills/0/pricing/amount',           documentOf(greet({ pricing: { model: 'per_job', amount: '1,50', currency: 'USDC' } }))],
  ])('%s: %s', (line, path, document) => {
    expect(red(document)).toEqual([[line, path]])
  })
})

describe('a priced skill whose results may leave out every field', () => {
  const PRICE = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const fields = { words: { type: 'integer' } }
  const line = (changes: Partial<SkillDocument>) =>
    checklist(documentOf(greet(changes))).find(({ id }) => id === 'promise')

  test.each([
    ['JSON Schema', { type: 'object', properties: fields }],
    ['a field map', fields],
    ['no response', undefined],
  ])('is asked about by the checklist: %s', (_, response) => {
    expect(line({ pricing: PRICE, response })).toMatchObject({
      ok: false,
      issues: [{ path: '/skills/0/response', message: expect.stringContaining('pay for an empty result') }],
    })
  })

  test.each([
    ['JSON Schema', { type: 'object', properties: fields, required: [] }],
    ['a field map', { words: { type: 'integer', required: false } }],
  ])('passes with a warning once its contract says so: %s', (_, response) => {
    expect(line({ pricing: PRICE, response })).toMatchObject({
      ok: true,
      advice: [
        'Results of Greet may be empty. Buyers are told: “The contract promises no field of the result.”',
      ],
    })
  })

  test.each<[string, Partial<SkillDocument>]>([
    ['a free skill', { response: fields }],
    ['a price of zero', { response: fields, pricing: { ...PRICE, amount: '0' } }],
    ['a result with a required field', { pricing: PRICE }],
  ])('is not asked about for %s', (_, changes) => {
    expect(line(changes)).toEqual({ id: 'promise', title: expect.any(String), ok: true, issues: [] })
  })
})

test('an instruction skill needs no example', () => {
  const {
    definition: _,
    parameters: __,
    response: ___,
    examples: ____,
    ...rest
  } = greet({ kind: 'instruction', body: '# Greet' })

  expect(red(documentOf(rest))).toEqual([])
})

describe('facts only the marketplace knows', () => {
  test('an example that fails in the sandbox fails the check, with its message', () => {
    const examples = [{ skill: 'greet', index: 0, ok: false, message: 'Something threw.' }]
    const line = checklist(documentOf(greet()), { ...NO_FACTS, examples }).find(({ id }) => id === 'examples')

    expect(line).toMatchObject({
      ok: false,
      issues: [{ path: '/skills/0/examples/0', message: 'this example fails: Something threw.' }],
    })
  })

  test('a number is never used twice', () => {
    expect(red(documentOf(greet()), { ...NO_FACTS, usedNumbers: ['1.0.0'] })).toEqual([
      ['version', '/version'],
    ])
  })

  test('a number that is too small is refused with the reasons', () => {
    const facts = {
      ...NO_FACTS,
      latest: '1.0.0',
      bump: 'major' as const,
      reasons: ['The field “name” of “Greet” was removed.'],
    }
    const [line] = checklist(documentOf(greet(), { version: '1.1.0' }), facts).filter(({ ok }) => !ok)

    expect(line?.issues[0]?.message).toBe(
      '1.1.0 is too low: after 1.0.0, it must be at least 2.0.0, because the field “name” of “Greet” was removed',
    )
  })
})

describe('advice, which blocks nothing', () => {
  const adviceOf = (changes: JsonObject, latest: string | null = null) =>
    checklist(documentOf(greet(), changes), { ...NO_FACTS, latest }).flatMap(({ id, ok, advice = [] }) =>
      advice.map((sentence) => `${id} ${ok}: ${sentence}`),
    )

  test('names an empty readme and changelog, and images on other hosts', () => {
    const changes = { readme: ' ', logoImageUrl: 'https://example.com/a.png' }
    expect(adviceOf(changes, '0.9.0')).toEqual([
      expect.stringContaining('meaning true: The readme is empty'),
      expect.stringContaining('urls true: logoImageUrl is not shown'),
      expect.stringContaining('version true: The changelog is empty'),
    ])
  })

  test('is absent from a first version with a readme', () => {
    expect(adviceOf({ readme: 'Greets people.' })).toEqual([])
  })
})

test('permissions that no example used are advice, and block nothing', () => {
  const facts = { ...NO_FACTS, unusedPermissions: ['No run used the host cdn.example.'] }
  const line = checklist(documentOf(greet()), facts).find(({ id }) => id === 'permissions')
  expect(line).toMatchObject({
    ok: true,
    advice: [
      'No run used the host cdn.example. Leave it out, or add an example that needs it: users agree to all of it.',
    ],
  })
})
