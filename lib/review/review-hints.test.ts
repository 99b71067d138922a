import { expect, test } from 'vitest'
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../testing/factories.ts'
import { reviewHints } from './review-hints.ts'
import type { ExampleView } from './views.ts'

const NOTHING = { permissions: [], examples: [] }
const skill = (overrides: Partial<SkillDocument>): SkillSetDocument =>
  makeSkillSetDocument({ skills: [makeSkillDocument(overrides)] })

const ended: ExampleView['run'] = {
  id: 'run_1',
  skillName: 'press.set.greet',
  versionNumber: '1.0.0',
  mode: 'development',
  state: 'succeeded',
  input: {},
  coercions: [],
  output: { message: 'Hello.' },
  warnings: [],
  notices: [],
  logs: [],
  contractHash: '',
  createdAtMs: 0,
}
const example = (overrides: Partial<ExampleView>) => ({
  permissions: [],
  examples: [{ skillSlug: 'greet', title: 'Ada', input: {}, buttons: [], run: ended, ...overrides }],
})

test('an honest submission has no hints', () => {
  expect(reviewHints(makeSkillSetDocument(), example({}))).toEqual([])
})

const texts: [name: string, document: SkillSetDocument, section: string, words: string][] = [
  [
    'invisible characters in code',
    skill({ definition: '//\n// \u202e' }),
    'code',
    'an invisible character, the first in line 2',
  ],
  [
    'words a person cannot see in a prompt',
    skill({ prompt: 'Greet.\u{e0049}\u{e0067}' }),
    'words',
    '2 invisible characters',
  ],
  [
    'the same in a schema, though escaped',
    skill({ response: { title: 'a\u200bb' } }),
    'schemas',
    'A schema of greet',
  ],
  ['the same in the readme', makeSkillSetDocument({ readme: 'Read\u2060me' }), 'words', 'The readme'],
  [
    'code that runs off the screen',
    skill({ definition: `ok\n${' '.repeat(500)}steal()` }),
    'code',
    'number 2',
  ],
  [
    'a host that is not declared',
    skill({ definition: "fetch('https://Evil.example/x')" }),
    'code',
    'names evil.example',
  ],
]

test.each(texts)('%s is pointed out', (_name, document, section, words) => {
  expect(reviewHints(document, NOTHING)).toMatchObject([
    { section, sentence: expect.stringContaining(words) },
  ])
})

test('a declared host is nothing to point at, and a long line of prose neither', () => {
  const document = makeSkillSetDocument({
    permissions: { network: ['api.example', '*.rates.example'] },
    readme: 'word '.repeat(200),
    skills: [
      makeSkillDocument({ definition: "fetch('https://api.example/'); fetch('https://eu.rates.example/')" }),
    ],
  })

  expect(reviewHints(document, NOTHING)).toEqual([])
})

test('a new grave permission is pointed out, an old one is not', () => {
  const grave = (mark: 'new' | 'same') => ({ sentence: `It is ${mark}.`, mark, isGrave: true })

  const hints = reviewHints(makeSkillSetDocument(), {
    permissions: [grave('new'), grave('same')],
    examples: [],
  })

  expect(hints).toEqual([{ section: 'permissions', sentence: 'It is new.' }])
})

test.each([
  ['was not run', { run: null }],
  ['breaks its response schema', { run: { ...ended, warnings: [{ path: '', message: 'no' }] } }],
  ['did not succeed', { run: { ...ended, state: 'failed' as const } }],
  ['returned something else', { isPromised: false }],
])('an example that %s is pointed out', (words, overrides) => {
  expect(reviewHints(makeSkillSetDocument(), example(overrides))).toMatchObject([
    { section: 'examples', sentence: expect.stringContaining(words) },
  ])
})
