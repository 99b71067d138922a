import { describe, expect, test } from 'vitest'
import type { SkillDocument, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../../testing/factories.ts'
import { compareMigrations, compareSkills, compareTexts } from './compare-documents.ts'

const set = (...skills: SkillDocument[]): SkillSetDocument => makeSkillSetDocument({ skills })
const skill = (slug: string, overrides: Partial<SkillDocument> = {}) =>
  makeSkillDocument({ slug, ...overrides })

describe('compareSkills', () => {
  test('changed parts come first, unchanged ones last', () => {
    const before = set(skill('stayed'), skill('gone'), skill('changed'))
    const after = set(skill('stayed'), skill('new'), skill('changed', { prompt: 'Another prompt.' }))

    const changes = compareSkills(before, after)

    expect(changes.map(({ slug, status }) => [slug, status])).toEqual([
      ['changed', 'changed'],
      ['new', 'added'],
      ['gone', 'removed'],
      ['stayed', 'same'],
    ])
  })

  test('the first version has nothing on the left', () => {
    const [change] = compareSkills(null, set(skill('greet')))

    expect(change?.status).toBe('added')
    expect(change?.code).not.toHaveProperty('before')
    expect(change?.code.after).toContain('async function handler')
  })

  test('an instruction skill shows its body where others show their code', () => {
    const body = '# How to greet'

    const [change] = compareSkills(
      null,
      set(skill('greet', { kind: 'instruction', definition: undefined, body })),
    )

    expect(change?.code).toMatchObject({ title: 'Instructions', language: 'markdown', after: body })
  })

  test('schemas are laid out as they were written, in their own order', () => {
    const [change] = compareSkills(null, set(skill('greet', { parameters: { type: 'object', b: 1, a: 2 } })))

    expect(change?.parameters.after).toBe('{\n  "type": "object",\n  "b": 1,\n  "a": 2\n}')
  })
})

test('nothing of a skill is left out', () => {
  const everything: Required<SkillDocument> = {
    slug: 'slug',
    name: 'seen-name',
    description: 'seen-description',
    prompt: 'seen-prompt',
    kind: 'action',
    runtime: 'javascript',
    definition: 'seen-definition',
    body: 'seen-body',
    parameters: { seen: 'parameters' },
    response: { seen: 'response' },
    stream: { seen: 'stream' },
    buttons: [{ label: 'seen-button', payload: 'PAYLOAD' }],
    examples: [{ title: 'seen-example', input: {} }],
    riskLevel: 'writes',
    sideEffects: ['seen-side-effect'],
    availability: 'seen-availability',
    pricing: { model: 'per_job', amount: '0.05', currency: 'USDC', dryRunAmount: '0.01' },
    dryRun: 'supported',
    limits: { timeoutMs: 1234 },
    tags: ['seen-tag'],
    resources: [{ path: 'seen-resource', text: 'seen-text', kind: 'text' }],
    license: 'seen-license',
    compatibility: 'seen-compatibility',
    metadata: { author: 'seen-author' },
  }

  const before = set(makeSkillDocument({ slug: 'slug', examples: [] }))
  const shown = JSON.stringify(compareSkills(before, set(everything)))

  const { slug, kind, ...rest } = everything
  for (const [key, value] of Object.entries(rest)) {
    for (const word of JSON.stringify(value).match(/[\w-]{3,}/g) ?? []) expect(shown, key).toContain(word)
  }
})

test('files of a skill are compared one by one: text as text, others by their type, size and digest', () => {
  const [one, two] = [Buffer.of(0xff).toString('base64'), Buffer.of(0xff, 1).toString('base64')]
  const text = { path: 'a.py', kind: 'text', text: 'print(1)' }
  const files = (...resources: SkillDocument['resources'] & object) => set(skill('greet', { resources }))
  const before = files(
    text,
    { path: 'b.bin', kind: 'binary', base64: one },
    { path: 'gone.txt', kind: 'text', text: 'x' },
  )
  const after = files({ ...text, text: 'print(2)' }, { path: 'b.bin', kind: 'binary', base64: two })

  expect(compareSkills(before, after)[0]?.files).toEqual([
    { title: 'a.py', language: 'python', before: 'print(1)', after: 'print(2)', isText: true },
    {
      ...{ title: 'b.bin', language: 'markdown', isText: false },
      before: expect.stringMatching(/^binary, 1 byte/),
      after: expect.stringMatching(/^binary, 2 bytes, SHA-256 /),
    },
    { title: 'gone.txt', language: 'markdown', before: 'x', isText: true },
  ])
})

test('no part of a SkillSet is left out: parts without a section of their own are listed under everything else', () => {
  const after = makeSkillSetDocument({ privacyPolicyUrl: 'https://press.example/privacy', requires: '>=2' })

  const texts = compareTexts(null, after)

  expect(texts.map(({ title }) => title)).toEqual(['Name', 'Description', 'Changelog', 'Other'])
  expect(texts.at(-1)?.after).toContain('https://press.example/privacy')
})

test('a migration is code, new or gone', () => {
  const one = makeSkillSetDocument({ migrations: [{ from: '1', definition: 'function migrate() {}' }] })
  const two = makeSkillSetDocument({
    migrations: [{ from: '2', definition: 'function migrate() { return 1 }' }],
  })

  expect(compareMigrations(one, two)).toEqual([
    { title: 'Migration from 2', language: 'typescript', after: 'function migrate() { return 1 }' },
    { title: 'Migration from 1', language: 'typescript', before: 'function migrate() {}' },
  ])
})
