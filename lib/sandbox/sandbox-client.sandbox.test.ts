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
    { kind: 'log', level: 'warn', text: 'careful {"n":1,"big":2n} [Map(1) {1 => 2}]' },
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
