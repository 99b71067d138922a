import { expect, test } from 'vitest'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { connectSandbox } from './sandbox-client.ts'

const sandbox = connectSandbox()

test('a thrown error has its class and message, and its stack shows the editor’s lines only', async () => {
  const definition = [
    'async function handler({ parameters }: { parameters: unknown }) {',
    '  return weigh(parameters)',
    '}',
    'function weigh(_: unknown): never {',
    '  throw new RangeError("too heavy")',
    '}',
  ].join('\n')

  const outcome = await sandbox.execute(makeJob(definition))

  expect(outcome).toMatchObject({
    kind: 'threw',
    error: {
      name: 'RangeError',
      message: 'too heavy',
      stack: 'RangeError: too heavy\n    at weigh (definition.js:5:9)\n    at handler (definition.js:2:10)',
    },
  })
})

test('a thrown {code, message, recoverable, suggested_action} preserves all four', async () => {
  const definition = `export default async () => {
    throw { code: 'NOT_FOUND', message: 'No such order.', recoverable: true, suggested_action: 'Check the number.' }
  }`

  const outcome = await sandbox.execute(makeJob(definition))

  expect(outcome).toMatchObject({
    kind: 'threw',
    error: {
      code: 'NOT_FOUND',
      message: 'No such order.',
      recoverable: true,
      suggestedAction: 'Check the number.',
    },
  })
})

const oddThrows: [given: string, message: string][] = [
  ['throw "plain words"', 'The handler threw plain words.'],
  ['throw undefined', 'The handler threw undefined.'],
  ['throw { status: 404 }', 'The handler threw {"status":404}.'],
  ['throw new Error()', 'The handler threw an error without a message.'],
  ['throw new Proxy({}, { get() { throw 1 } })', 'The handler threw something that cannot be shown.'],
  ['await Promise.reject(new Error("later"))', 'later'],
]

test.each(oddThrows)('`%s` is described in a sentence', async (statement, message) => {
  const outcome = await sandbox.execute(makeJob(`export default async () => { ${statement} }`))

  expect(outcome).toMatchObject({ kind: 'threw', error: { message } })
})

test('an error thrown at the top level is the skill’s error too', async () => {
  const outcome = await sandbox.execute(
    makeJob('throw new TypeError("at the top")\nasync function handler() {}'),
  )

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'TypeError', message: 'at the top' } })
})

const notJson: [returned: string, message: string][] = [
  ['undefined', 'The handler must return JSON, for example { message: "Done" }, but it returned undefined.'],
  ['() => 1', 'The handler must return JSON, for example { message: "Done" }, but it returned a function.'],
  ['{ total: 10n }', 'The result is not JSON: /total is a BigInt (convert it to a number or a string).'],
  [
    '{ rows: [{ share: 0 / 0 }] }',
    'The result is not JSON: /rows/0/share is NaN, which JSON cannot represent.',
  ],
  ['{ rows: [undefined] }', 'The result is not JSON: /rows/0 is undefined.'],
  ['{ counts: new Map() }', 'The result is not JSON: /counts is a Map (use Object.fromEntries).'],
  ['{ later: Promise.resolve(1) }', 'The result is not JSON: /later is a promise (await it).'],
  [
    '(() => { const a = { b: {} }; a.b.a = a; return a })()',
    'The result is not JSON: /b/a is a circular reference.',
  ],
  ['JSON.parse("[".repeat(300) + "]".repeat(300))', 'The result is nested more than 200 levels deep.'],
]

test.each(notJson)('returning %s is refused with the path and the reason', async (returned, message) => {
  const outcome = await sandbox.execute(makeJob(`export default async () => (${returned})`))

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'TypeError', message } })
})

test('absent properties, dates and a value used twice are fine', async () => {
  const definition = `export default async () => {
    const shared = { n: 1 }
    return { gone: undefined, when: new Date(0), first: shared, second: [shared] }
  }`

  const outcome = await sandbox.execute(makeJob(definition))

  expect(outcome).toMatchObject({ kind: 'returned' })
  if (outcome.kind !== 'returned') throw new Error()
  expect(outcome.value).toEqual({ when: '1970-01-01T00:00:00.000Z', first: { n: 1 }, second: [{ n: 1 }] })
})

const uncompiled: [definition: string, message: string, line: number][] = [
  ['async function handler() {\n  const x = ;\n}', 'Expression expected', 2],
  ['let a\nlet a\nasync function handler() {}', "Identifier 'a' has already been declared", 2],
  [
    'async function handler() {\n  return await import("cloudflare:workers")\n}',
    'import is not allowed in a definition.',
    2,
  ],
  [
    'enum Colour { Red }\nasync function handler() {}',
    'TypeScript enum is not supported: types are stripped, and this would need a compiler',
    1,
  ],
]

test.each(uncompiled)('%j does not compile, with its position', async (definition, message, line) => {
  const outcome = await sandbox.execute(makeJob(definition))

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'SyntaxError', message } })
  if (outcome.kind !== 'threw') throw new Error()
  expect(outcome.error.stack).toContain(`definition.js:${line}`)
})

test('a definition without a handler is reported', async () => {
  const outcome = await sandbox.execute(makeJob('async function work() {}'))

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'SyntaxError' } })
  if (outcome.kind === 'threw') expect(outcome.error.message).toMatch(/^handler function not found/)
})
