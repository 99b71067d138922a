import { expect, test } from 'vitest'
import type { SkillDocument, SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import type { ExampleView } from '../model/review-views.ts'
import { hiddenCharacters, reviewHints } from './review-hints.ts'

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
    'mentions evil.example',
  ],
]

test.each(texts)('%s is pointed out', (_name, document, section, message) => {
  expect(reviewHints(document, NOTHING)).toMatchObject([
    { section, sentence: expect.stringContaining(message) },
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

test('a new severe permission is pointed out, an old one is not', () => {
  const severe = (mark: 'new' | 'same') => ({ sentence: `It is ${mark}.`, mark, isSevere: true })

  const hints = reviewHints(makeSkillSetDocument(), {
    permissions: [severe('new'), severe('same')],
    examples: [],
  })

  expect(hints).toEqual([{ section: 'permissions', sentence: 'It is new.' }])
})

test.each([
  ['was not run', { run: null }],
  ['violates its response schema', { run: { ...ended, warnings: [{ path: '', message: 'no' }] } }],
  ['did not succeed', { run: { ...ended, state: 'failed' as const } }],
  ['returned a different output', { isPromised: false }],
])('an example that %s is pointed out', (description, overrides) => {
  expect(reviewHints(makeSkillSetDocument(), example(overrides))).toMatchObject([
    { section: 'examples', sentence: expect.stringContaining(description) },
  ])
})

const hidden: [name: string, text: string, count: number, line: number][] = [
  ['a zero-width space', 'safe\u200b', 1, 1],
  ['a bidirectional override', 'one\ntwo \u202e three\u202c', 2, 2],
  ['an isolate', 'if (ok\u2066) {', 1, 1],
  ['letters written in tags', 'Greet.\u{e0049}\u{e0067}\u{e006e}', 3, 1],
  ['a control character', 'bell\u0007', 1, 1],
  ['a filler that looks like a space', 'const \u3164 = 1', 1, 1],
  ['a joiner between Latin letters and a space', 'a\u200d b', 1, 1],
]

test.each(hidden)('%s is found', (_name, text, count, line) => {
  expect(hiddenCharacters(text)).toEqual({ count, line })
})

test.each([
  ['plain code', 'async function handler() {\n\treturn 1\r\n}'],
  ['accents and other scripts', 'Größe, žluťoučký, 東京, Привет, مرحبا'],
  ['an emoji family', '👨‍👩‍👧 and ❤️‍🔥'],
  ['a joiner inside a Persian word', 'می‌خواهم'],
])('%s hides nothing', (_name, text) => {
  expect(hiddenCharacters(text)).toBeUndefined()
})
