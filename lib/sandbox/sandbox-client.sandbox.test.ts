import { expect, test } from 'vitest'
import { makeJob } from '../testing/make-sandbox-job.ts'
import type { SandboxEvent } from './sandbox.ts'
import { connectSandbox } from './sandbox-client.ts'

const sandbox = connectSandbox()

const spellings = [
  'async function handler({ parameters }) { return { message: parameters.name } }',
  'const handler = async ({ parameters }) => ({ message: parameters.name })',
  'export default async ({ parameters }) => ({ message: parameters.name })',
  'export default async function greet({ parameters }) { return { message: parameters.name } } // at the end',
  'type In = { parameters: { name: string } }\nasync function handler({ parameters }: In): Promise<object> { return { message: parameters.name } }',
]

test.each(spellings)('a handler may be written as %s', async (definition) => {
  const outcome = await sandbox.execute(makeJob(definition, { parameters: { name: 'Ada' } }))

  expect(outcome).toMatchObject({ kind: 'returned', value: { message: 'Ada' }, logs: [] })
})

test('the handler gets parameters, config and the run’s context', async () => {
  const definition = `export default async ({ parameters, config, context }) => ({
    parameters, config, runId: context.runId, left: context.deadline - Date.now(), aborted: context.signal.aborted,
  })`

  const outcome = await sandbox.execute(
    makeJob(definition, { parameters: [1, 'two'], config: { unit: 'kg' }, context: { runId: 'run_1' } }),
  )

  expect(outcome).toMatchObject({
    kind: 'returned',
    value: { parameters: [1, 'two'], config: { unit: 'kg' }, runId: 'run_1', aborted: false },
  })
  if (outcome.kind !== 'returned') throw new Error()
  expect((outcome.value as { left: number }).left).toBeGreaterThan(9_000)
})

test('awkward text arrives and returns unchanged', async () => {
  const text = '\u0000 \ud800 \u2028 "\\" 日本語 👩‍👩‍👧 </script>'

  const outcome = await sandbox.execute(
    makeJob('export default async ({ parameters }) => parameters', { parameters: { text } }),
  )

  expect(outcome).toMatchObject({ kind: 'returned', value: { text } })
})

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

test('logs and progress arrive while the handler runs', async () => {
  const definition = `export default async ({ context }) => {
    context.progress(0.25, 'a quarter')
    console.warn('careful', { n: 1, big: 2n }, [new Map([[1, 2]])])
    context.log('from the context')
    await new Promise(() => {})
  }`
  const seen: SandboxEvent[] = []
  const leaving = new AbortController()
  const running = sandbox.execute(makeJob(definition), {
    signal: leaving.signal,
    onEvent: (event) => seen.push(event),
  })
  await expect.poll(() => seen).toHaveLength(3)
  leaving.abort()

  expect(seen).toMatchObject([
    { kind: 'progress', fraction: 0.25, note: 'a quarter' },
    { kind: 'log', level: 'warn', text: 'careful {"n":1,"big":"2n"} [{"Map":[[1,2]]}]' },
    { kind: 'log', level: 'log', text: 'from the context' },
  ])
  expect(await running).toMatchObject({ kind: 'cancelled' })
})

test('the logs are repeated at the end', async () => {
  const outcome = await sandbox.execute(
    makeJob(`export default async ({ context }) => { console.warn('one'); context.log('two'); return null }`),
  )

  expect(outcome).toMatchObject({
    kind: 'returned',
    value: null,
    logs: [
      { level: 'warn', text: 'one' },
      { level: 'log', text: 'two' },
    ],
  })
})

test.each(['for (;;);', 'await new Promise(() => {})'])(
  'cancelling ends `%s` within 200 ms',
  async (statement) => {
    const definition = `export default async () => { console.log('begun'); await scheduler.wait(0); ${statement} }`
    let leastMs = Number.POSITIVE_INFINITY
    // A busy machine may delay some of the turns, but not all.
    for (let turn = 0; turn < 10 && leastMs >= 200; turn += 1) {
      const leaving = new AbortController()
      const begun = Promise.withResolvers<void>()
      const running = sandbox.execute(makeJob(definition, { limits: { cpuMs: 30_000 } }), {
        signal: leaving.signal,
        onEvent: () => begun.resolve(),
      })
      await begun.promise

      const cancelledAt = performance.now()
      leaving.abort()

      expect((await running).kind).toBe('cancelled')
      leastMs = Math.min(leastMs, performance.now() - cancelledAt)
    }

    expect(leastMs).toBeLessThan(200)
  },
)

test('a run cancelled before it begins never begins', async () => {
  const outcome = await sandbox.execute(makeJob('export default async () => 1'), {
    signal: AbortSignal.abort(),
  })

  expect(outcome.kind).toBe('cancelled')
})

test('an unreachable sandbox is an outcome, not an exception', async () => {
  const nowhere = connectSandbox('/tmp/no-such-box.sock')

  expect(await nowhere.execute(makeJob('export default async () => 1'))).toMatchObject({
    kind: 'unavailable',
  })
  expect(await nowhere.health()).toMatchObject({ ok: false })
  await expect
    .poll(() => sandbox.health())
    .toMatchObject({ ok: true, detail: expect.stringContaining('workerd') })
})
