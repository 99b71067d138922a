// Tests that export and import preserve the document.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadDemoMarket } from '../../../prisma/market/load-demo-market.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { contractDocument, contractHash } from '../document/contract-document.ts'
import type { SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import { readFolder } from './read-folder.ts'
import { findSkillFile, listSkillFiles } from './skill-files.ts'

const hashOf = (skill: SkillDocument) => contractHash(contractDocument({ version: '1.0.0' }, skill))

function roundTrip(document: SkillSetDocument, skill: SkillDocument) {
  const files = listSkillFiles({ name: `press.${document.slug}.${skill.slug}`, document, skill })
  const read = readFolder(files.filter((file) => 'bytes' in file))
  if (read.issues) throw new Error(JSON.stringify(read.issues))
  return read
}

/** Removes undefined fields, as in stored documents. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value))

const documents = loadDemoMarket().flatMap(({ skillSets }) =>
  skillSets.flatMap(({ versions }) => versions.slice(-1)),
)

describe('the skills of the demo market', () => {
  test.each(
    documents.flatMap((document) => document.skills.map((skill) => ({ name: skill.slug, document, skill }))),
  )('$name round-trips, with the same contract', ({ document, skill }) => {
    const read = roundTrip(document, skill)

    expect(hashOf(read.skill)).toBe(hashOf(skill))
    expect(read.findings).toEqual([])
    const { parameters: _, response: __, ...rest } = read.skill
    const { parameters: ___, response: ____, kind, runtime, ...written } = skill
    const expected = {
      ...written,
      ...(kind === 'instruction' && { kind }),
      ...(runtime === 'python' && { runtime }),
    }
    expect(plain(rest)).toEqual(plain(expected))
  })
})

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).map((given) => given.toWellFormed())
const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/)
const value: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
const schema: fc.Arbitrary<JsonSchema> = fc
  .dictionary(
    word,
    fc.record({ type: fc.constantFrom('string', 'integer', 'boolean', 'number'), description: text }),
    {
      minKeys: 1,
      maxKeys: 5,
      noNullPrototype: true,
    },
  )
  .map((properties) => ({ type: 'object', properties, required: Object.keys(properties).slice(0, 1) }))

test('any skill round-trips with the same contract, texts and values', () => {
  const wanted = fc.record({
    parameters: schema,
    response: schema,
    name: text,
    description: text,
    prompt: text,
    definition: text,
    example: fc.dictionary(word, value, { noNullPrototype: true }),
    tags: fc.uniqueArray(word, { maxLength: 3, minLength: 1 }),
    resource: text,
    metadata: fc.dictionary(word, value, { noNullPrototype: true, minKeys: 1, maxKeys: 3 }),
  })
  fc.assert(
    fc.property(wanted, ({ example, resource, ...fields }) => {
      const examples = [{ title: 'One', input: example }]
      const resources = [{ path: 'notes.txt', text: resource.replaceAll('\0', ''), kind: 'text/plain' }]
      const skill = makeSkillDocument({ ...fields, examples, resources })
      const { skill: back } = roundTrip(makeSkillSetDocument({ skills: [skill] }), skill)

      expect(hashOf(back)).toBe(hashOf(skill))
      const { parameters: _, response: __, ...rest } = back
      const { parameters: ___, response: ____, ...others } = skill
      expect(plain(rest)).toEqual(plain(others))
    }),
    { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 50 },
  )
})

test('permissions, config, limits, price and migrations travel with it', () => {
  const document = makeSkillSetDocument({
    version: '2.0.0',
    requires: '>=1',
    requiredIntegrationProviders: ['crm'],
    permissions: {
      network: ['api.example.com'],
      secrets: [
        {
          ...{ key: 'API_KEY', hosts: ['api.example.com'], exposure: 'brokered' },
          use: { kind: 'jwt', algorithm: 'HS256', claims: { iss: 'ada', level: 2 } },
        },
      ],
    },
    configDefinitions: [{ key: 'API_KEY', label: 'Key', type: 'SECRET', required: true, order: 1 }],
    migrations: [{ from: '1', definition: 'function migrate(input) { return input }' }],
    skills: [
      makeSkillDocument({
        limits: { lane: 'long', timeoutMs: 500 },
        stream: { type: 'object', properties: { page: { type: 'string' } } },
        pricing: {
          model: 'per_job',
          amount: '0.05',
          currency: 'USDC',
          perItem: { amount: '0.01', list: '/rows' },
          dryRunAmount: '0.01',
        },
        dryRun: 'supported',
        riskLevel: 'writes',
        sideEffects: ['Sends a letter.'],
      }),
    ],
  })
  const [skill] = document.skills as [SkillDocument]
  const { skillSetFields, skill: back } = roundTrip(document, skill)
  const { version, requires, requiredIntegrationProviders, permissions, configDefinitions, migrations } =
    document

  const { limits, pricing, dryRun, riskLevel } = skill
  expect(back).toMatchObject({ limits, pricing, dryRun, riskLevel })
  expect(back.sideEffects).toEqual(skill.sideEffects)
  expect(skillSetFields).toEqual({
    version,
    requires,
    requiredIntegrationProviders,
    permissions,
    configDefinitions,
    migrations,
  })
})

describe('the files of a skill', () => {
  const withFiles = (kind: 'action' | 'instruction') => {
    const resources = [{ path: 'scripts/x.py', text: 'print(1)', kind: 'text/x-python' }]
    const base = makeSkillDocument({ resources })
    const { definition: _, parameters: __, response: ___, examples: ____, ...words } = base
    const skill = kind === 'action' ? base : { ...words, kind, body: 'Do it.' }
    return listSkillFiles({ name: 'a.b.greet', document: makeSkillSetDocument({ skills: [skill] }), skill })
  }

  test('of an action are all that a caller has to know, and its code', () => {
    expect(withFiles('action').map(({ path }) => path)).toEqual([
      'skill.toml',
      'SKILL.md',
      'code/handler.js',
      'input.schema.json',
      'output.schema.json',
      'contract.json',
      'resources/scripts/x.py',
    ])
  })

  test('of instructions lie where their text looks for them', () => {
    expect(withFiles('instruction').map(({ path }) => path)).toEqual([
      'skill.toml',
      'SKILL.md',
      'scripts/x.py',
    ])
  })

  test.each(['action', 'instruction'] as const)('of an %s are found with and without resources/', (kind) => {
    const files = withFiles(kind)

    expect(findSkillFile(files, 'scripts/x.py')).toBe(findSkillFile(files, 'resources/scripts/x.py'))
    expect(findSkillFile(files, 'scripts/x.py')).toBeDefined()
    expect(findSkillFile(files, 'resources/SKILL.md')).toBeUndefined()
    expect(findSkillFile(files, 'handler.js')).toBeUndefined()
  })
})

describe('the packages of a skill folder', () => {
  const dependencies = { papaparse: '^5.5.3', '@scope/part': '1.x' }
  const dependencyLock = { registry: 'https://registry.example/', dependencies, packages: [] }

  test('round-trip with their lock', () => {
    const document = makeSkillSetDocument({ dependencies, dependencyLock })

    expect(roundTrip(document, makeSkillDocument()).skillSetFields).toMatchObject({
      dependencies,
      dependencyLock,
    })
  })

  test('are those of its package.json, without the tools of its author, if skill.toml has none', () => {
    const document = makeSkillSetDocument()
    const skill = makeSkillDocument()
    const files = listSkillFiles({ name: `press.${document.slug}.${skill.slug}`, document, skill })
    const text = JSON.stringify({ dependencies, devDependencies: { vitest: '5' } })
    const packageJson = { path: 'package.json', bytes: new TextEncoder().encode(text), isExecutable: false }

    const read = readFolder([...files.filter((file) => 'bytes' in file), packageJson])

    expect('skillSetFields' in read && read.skillSetFields).toMatchObject({ dependencies })
  })
})
