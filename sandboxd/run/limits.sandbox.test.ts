/** The limits of a handler, and that its neighbours do not notice when it exceeds them. */

import { expect, test } from 'vitest'
import type { Outcome } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { onLinux } from '../../lib/testing/skip-unless.ts'

const sandbox = connectSandbox()
const MB = 1024 * 1024
const loops: [name: string, definition: string][] = [
  ['a busy loop', 'export default async () => { for (;;); }'],
  ['a loop of microtasks', 'export default async () => { for (;;) await null }'],
  [
    'a loop of timers',
    'export default async () => { for (;;) await new Promise((next) => setTimeout(next)) }',
  ],
  ['a loop at the top level', 'for (;;);\nexport default async () => 1'],
  [
    'a loop that begins after the handler returned',
    'export default async () => { (async () => { for (;;) await null })(); return 1 }',
  ],
  [
    'a regular expression that backtracks for ever',
    'export default async () => /^(a+)+$/.test("a".repeat(40) + "!")',
  ],
  ['a promise that never resolves', 'export default async () => new Promise(() => {})'],
  [
    'a handler that clears every timer it can guess',
    'export default async () => { for (let id = 0; id < 100; id++) clearTimeout(id); for (;;) await scheduler.wait(5) }',
  ],
]

test.each(loops)('%s ends at the deadline', async (_name, definition) => {
  const outcome = await sandbox.execute(makeJob(definition, { limits: { wallMs: 200 } }))

  expect(outcome).toMatchObject({
    kind: 'limit',
    limit: 'wall',
    message: 'The skill exceeded its time limit of 0.2 s.',
  })
  // This does not measure speed: the deadline ended the run, however busy the machine is.
  expect(outcome.durationMs).toBeLessThan(10_000)
})

const busy = 'export default async () => { const end = Date.now() + 120; while (Date.now() < end); return 1 }'
const busyPython =
  'import time\ndef main(args):\n    end = time.time() + 0.12\n    while time.time() < end: pass\n    return 1\n'

test.each([
  ['a handler', makeJob(busy, { limits: { wallMs: 60 } })],
  [
    'a handler that throws',
    makeJob(busy.replace('return 1', 'throw new Error()'), { limits: { wallMs: 60 } }),
  ],
  ['Python', makeJob(busyPython, { runtime: 'python', limits: { wallMs: 60 } })],
])('%s that blocks the thread beyond its deadline and then ends has no result', async (_name, job) => {
  expect(await sandbox.execute(job)).toMatchObject({ kind: 'limit', limit: 'wall' })
})

test('a busy loop ends at its CPU limit, with the time it used', onLinux, async () => {
  const outcome = await sandbox.execute(
    makeJob('export default async () => { for (;;); }', { limits: { cpuMs: 200 } }),
  )

  expect(outcome).toMatchObject({
    kind: 'limit',
    limit: 'cpu',
    message: 'The skill exceeded its CPU time limit of 0.2 s.',
  })
  expect(outcome.cpuMs).toBeGreaterThan(200)
})

test('waiting costs no processor time', onLinux, async () => {
  const outcome = await sandbox.execute(
    makeJob('export default async () => { await scheduler.wait(500); return 1 }', { limits: { cpuMs: 300 } }),
  )

  expect(outcome).toMatchObject({ kind: 'returned', value: 1 })
  expect(outcome.cpuMs).toBeLessThan(300)
})

test('a waiting handler receives its deadline', async () => {
  const definition = `export default async ({ context }) => {
    context.signal.addEventListener('abort', () => console.log(context.signal.reason.name))
    await new Promise(() => {})
  }`

  let outcome: Outcome
  let turn = 0
  // On a busy machine, a run that starts late may be ended from outside before its handler is notified.
  do outcome = await sandbox.execute(makeJob(definition, { limits: { wallMs: 200 } }))
  while (outcome.logs.length === 0 && ++turn < 10)

  expect(outcome).toMatchObject({ kind: 'limit', limit: 'wall', logs: [{ text: 'TimeoutError' }] })
})

const bombs: [name: string, definition: string][] = [
  [
    'objects',
    'export default async () => { const all = []; for (;;) all.push({ list: new Array(100).fill(1.5) }) }',
  ],
  [
    'strings',
    'export default async () => { const all = []; for (let i = 0; ; i++) all.push([..."x".repeat(1000)].join(i)) }',
  ],
  [
    'buffers',
    'export default async () => { const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1)) }',
  ],
  [
    'responses',
    'export default async () => { const all = []; for (;;) all.push(new Response("x".repeat(1 << 20))) }',
  ],
  [
    'blobs',
    'export default async () => { const all = []; for (;;) all.push(new Blob([new Uint8Array(1 << 20)])) }',
  ],
  [
    'headers',
    'export default async () => { const all = new Headers(); for (let i = 0; ; i++) all.append("x-" + i, "y".repeat(100_000)) }',
  ],
  [
    'WebAssembly memory',
    'export default async () => { const memory = new WebAssembly.Memory({ initial: 1 }); for (;;) memory.grow(100) }',
  ],
]

test.each(bombs)('a bomb of %s ends as its memory limit', async (_name, definition) => {
  // Filling the memory takes most of the usual processor time, and more than that on a slow machine.
  const outcome = await sandbox.execute(makeJob(definition, { limits: { cpuMs: 30_000, wallMs: 60_000 } }))

  expect(outcome).toMatchObject({
    kind: 'limit',
    limit: 'memory',
    message: 'The skill exceeded its memory limit of 128 MB.',
  })
})

test('80 MB are not too much', async () => {
  const definition =
    'export default async () => { const big = new Uint8Array(80 << 20).fill(1); return big.length }'

  expect(await sandbox.execute(makeJob(definition))).toMatchObject({ kind: 'returned', value: 80 * MB })
})

test('a result of 4 MB is returned completely, and one byte more is refused', async () => {
  const definition = 'export default async ({ parameters }) => "x".repeat(parameters)'
  // The quotes of the JSON text count towards the limit.
  const maxLength = 4 * MB - 2

  const whole = await sandbox.execute(makeJob(definition, { parameters: maxLength }))
  const tooMuch = await sandbox.execute(makeJob(definition, { parameters: maxLength + 1 }))

  expect(whole.kind === 'returned' && (whole.value as string).length).toBe(maxLength)
  expect(tooMuch).toMatchObject({ kind: 'limit', limit: 'output' })
})

test('the console stores a thousand lines, then reports that the rest is cut', async () => {
  const definition =
    'export default async () => { for (let i = 0; i < 300_000; i++) console.log("line", i); return 1 }'

  const { logs, kind } = await sandbox.execute(makeJob(definition))

  expect(kind).toBe('returned')
  expect(logs).toHaveLength(1001)
  expect(logs[999]).toMatchObject({ text: 'line 999' })
  expect(logs[1000]).toMatchObject({ text: '… cut' })
})

test('the console stores 64 KB of text', async () => {
  const definition =
    'export default async () => { for (let i = 0; i < 100; i++) console.log("é".repeat(1000)); return 1 }'

  const { logs } = await sandbox.execute(makeJob(definition))

  expect(logs).toHaveLength(33)
  expect(logs.at(-1)?.text).toBe('… cut')
})

test('of progress that is reported too fast, the last arrives', async () => {
  const inLoop = 'for (let i = 0; i < 10; i++) context.progress(i / 10, `step ${i}`)'
  const last = { kind: 'progress', fraction: 0.9, note: 'step 9' }
  const run = async (after: string) => {
    const events: unknown[] = []
    const job = makeJob(`export default async ({ context }) => { ${inLoop}; ${after} }`)
    const onEvent = (event: unknown) => events.push(event)
    await sandbox.execute(job, { onEvent })
    return events
  }

  expect((await run('return 1')).at(-1)).toEqual(last)
  expect((await run('throw new Error()')).at(-1)).toEqual(last)
  const waits = 'await new Promise((next) => setTimeout(next, 200)); context.log("later")'
  expect((await run(waits)).at(-2)).toEqual(last)
})

test('progress cannot be flooded', async () => {
  const definition =
    'export default async ({ context }) => { for (let i = 0; i < 100_000; i++) context.progress(1, "x".repeat(1000)); return 1 }'
  let events = 0

  const outcome = await sandbox.execute(makeJob(definition), {
    onEvent: () => {
      events += 1
    },
  })

  expect(outcome.kind).toBe('returned')
  // At most twenty events a second are sent, plus the first one and the report of completion.
  expect(events).toBeLessThanOrEqual(2 + outcome.durationMs / 50)
})

test('neighbours of a loop, a bomb and a flood do not notice', async () => {
  const bad = [
    'export default async () => { for (;;); }',
    'export default async () => { const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1)) }',
    'export default async () => { for (;;) console.log("x".repeat(8000)) }',
  ]
  const good = 'export default async ({ parameters }) => { await scheduler.wait(50); return parameters * 2 }'
  const jobs = [1, 2, 3, 4].map((n) => makeJob(good, { parameters: n, publisher: 'good_neighbour' }))

  const hostile = bad.map((definition) => sandbox.execute(makeJob(definition, { limits: { wallMs: 800 } })))
  const outcomes: Outcome[] = await Promise.all(jobs.map((job) => sandbox.execute(job)))

  expect(outcomes).toMatchObject([2, 4, 6, 8].map((value) => ({ kind: 'returned', value })))
  expect((await Promise.all(hostile)).map(({ kind }) => kind)).toEqual(['limit', 'limit', 'limit'])
})
