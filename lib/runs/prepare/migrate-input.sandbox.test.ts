import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { migrateInput } from './prepare-run-input.ts'

const migrate = (definition: string, input: Json = { who: 'Ada' }) =>
  migrateInput(
    { sandbox: connectSandbox() },
    {
      ...{
        migration: { from: '1', definition },
        publisher: 'press',
        skill: 'press.set.greet',
        version: '2.0.0',
      },
      input,
    },
  )

// biome-ignore format: table
test.each([
  ['function migrate({ who }) { return { name: who } }',                                { name: 'Ada' }],
  ['async function migrate(input) { await null; return { ...input, name: input.who } }', { who: 'Ada', name: 'Ada' }],
  ['const migrate = (input: { who: string }) => ({ name: input.who })',                 { name: 'Ada' }],
  ['export function migrate(input, about) { return about }\n// ends with a comment',     { skill: 'press.set.greet', from: '1', to: '2.0.0' }],
  ['function migrate() { return { can: [typeof process, typeof require] } }',            { can: ['undefined', 'undefined'] }],
])('a migration makes new input: %j', async (definition, expected) => {
  expect(await migrate(definition)).toEqual({ input: expected })
})

// biome-ignore format: table
test.each([
  ['function migrate(input) { throw new Error("No " + input.who) }',       'No Ada'],
  ['function migrate() {}',                                                'migrate returned nothing'],
  ['function migrate() { return "Ada" }',                                  'migrate must return an object'],
  ['function migrate() { for (;;) {} }',                                   expect.stringMatching(/limit \((cpu|wall)\)/)],
  ['function migrate() { return { big: "x".repeat(2 ** 21) } }',           'it exceeded a limit (output)'],
  ['async function migrate() { await fetch("https://example.com") }',      expect.stringMatching(/network|fetch|host/i)],
  ['function migrate() { return eval("({})") }',                           expect.stringMatching(/code generation|eval/i)],
  ['function other() {}',                                                  expect.stringContaining('migrate is not defined')],
  ['function migrate() {',                                                 expect.any(String)],
])('%j fails with a reason', async (definition, failureReason) => {
  expect(await migrate(definition)).toEqual({ failureReason: failureReason, isDown: false })
})

test('state left behind by one migration is not visible to the next', async () => {
  const remember =
    'function migrate() { globalThis.seen = (globalThis.seen ?? 0) + 1; return { seen: globalThis.seen } }'

  expect([await migrate(remember), await migrate(remember)]).toEqual([
    { input: { seen: 1 } },
    { input: { seen: 1 } },
  ])
})

test('keys like __proto__ pass through a migration as data', async () => {
  const input = JSON.parse('{"__proto__":{"polluted":true},"who":"Ada"}')

  const made = await migrate(
    'function migrate(input) { return { name: input.who, has: Object.keys(input) } }',
    input,
  )

  expect(made).toMatchObject({ input: { name: 'Ada' } })
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
