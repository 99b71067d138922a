import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { emptyDocument, emptySkill } from '../document/empty-document.ts'
import { checkMigrations } from './check-document.ts'
import { checklist, NO_FACTS } from './checklist.ts'
import type { MigrationTest } from './migration-tests.ts'

const GOOD = 'function migrate(input) { return input }'
const issueTexts = (migrations: Json, version = '2.0.0') =>
  checkMigrations({ version, migrations }).map(({ path, message }) => `${path}: ${message}`)

test.each([
  [[{ from: '1', definition: GOOD }], '2.0.0'],
  [
    [
      { from: '0', definition: GOOD },
      { from: '1', definition: GOOD },
    ],
    '2.4.1',
  ],
  [[], '1.0.0'],
  ['nonsense', '1.0.0'],
])('%j of %s is valid', (migrations, version) => {
  expect(issueTexts(migrations, version)).toEqual([])
})

// biome-ignore format: table
test.each([
  [[{ from: '2', definition: GOOD }], '/migrations/0/from: from must be earlier than this version’s own major, which is 2'],
  [[{ from: '01', definition: GOOD }], '/migrations/0/from: from must be written as 1'],
  [[{ from: '1', definition: GOOD }, { from: '1', definition: GOOD }], '/migrations/1/from: from must be unique: one migration for each major version'],
  [[{ from: '1', definition: 'function migrate(i) { return eval(i) }' }], '/migrations/0/definition: eval not allowed in a migration'],
  [[{ from: '1', definition: '' }], '/migrations/0/definition: migrate function not found: write function migrate(input) { … }'],
])('%j is refused: %s', (migrations, message) => {
  expect(issueTexts(migrations)).toEqual([message])
})

describe('on the checklist', () => {
  const skill = emptySkill({
    ...{ slug: 'greet', name: 'Greet', description: 'Writes a friendly greeting for a person.' },
    prompt: 'Use this to greet a person. It takes a name and returns a greeting as a sentence.',
    examples: [{ title: 'Ada', input: { name: 'Ada' } }],
  })
  const document = (changes: object) =>
    ({
      ...emptyDocument({ slug: 'set', name: 'Set', description: 'Friendly words.', skills: [skill] }),
      version: '2.0.0',
      ...changes,
    }) as unknown as Json
  const line = (given: Json, id: string, facts: object = {}) =>
    checklist(given, { ...NO_FACTS, ...facts }).find((each) => each.id === id)
  const tried = (ok: boolean): MigrationTest => ({
    ...{ from: '1', version: '1.4.2', skillSlug: 'greet', title: 'Ada', before: {}, ok },
    ...(!ok && { message: 'name is missing' }),
  })
  const migrations = [{ from: '1', definition: GOOD }]

  test('a migration that fails on an old example is red, and the line leads to its code', () => {
    expect(
      line(document({ migrations }), 'migrations', { migrations: [tried(true), tried(false)] }),
    ).toMatchObject({
      ok: false,
      issues: [
        {
          path: '/migrations/0/definition',
          message: 'the migration fails on the example “Ada” of greet 1.4.2: name is missing',
        },
      ],
    })
    expect(line(document({ migrations }), 'migrations', { migrations: [tried(true)] })).toMatchObject({
      ok: true,
    })
  })

  test('errors in its code are listed with it, not with the handlers', () => {
    const bad = document({ migrations: [{ from: '1', definition: 'function other() {}' }] })

    expect(line(bad, 'migrations')?.ok).toBe(false)
    expect(line(bad, 'handlers')?.ok).toBe(true)
  })

  test('versions left behind are advice and block nothing', () => {
    const leftBehind = [{ major: '1', installs: 3, last: '1.4.2' }]

    expect(line(document({}), 'migrations', { leftBehind })).toMatchObject({
      ok: true,
      advice: ['3 organisations have 1.x installed. Without a migration from 1 they stay on 1.4.2.'],
    })
  })

  test('another Guildhall than this one is red', () => {
    expect(line(document({ requires: '>=2' }), 'requires')).toMatchObject({
      ok: false,
      issues: [{ path: '/requires', message: 'Skill requires Guildhall >=2, but current is 1.0.0' }],
    })
    expect(line(document({ requires: '>=0.1' }), 'requires')?.ok).toBe(true)
  })
})
