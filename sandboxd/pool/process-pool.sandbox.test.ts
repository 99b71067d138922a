/** The life cycle of processes: which run gets one, and that none outlives its purpose. */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { encodeJob } from '../../lib/sandbox/isolate-protocol.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import type { SandboxEngine } from '../engine/sandbox-engine.ts'
import { chooseRlimitWrapper, type RlimitWrapper, SHELL_RLIMIT_WRAPPER } from '../jail/rlimit-wrapper.ts'
import { prepareProcessSetup } from '../local-sandbox.ts'
import { runJob } from '../run/run-job.ts'
import { openProcessPool, type ProcessPool } from './process-pool.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghpool-'))
const setup = prepareProcessSetup(folder)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const pools: ProcessPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

async function openTestPool(
  rlimitWrapper: RlimitWrapper = setup.rlimitWrapper,
  sizes: Partial<Pick<SandboxEngine, 'maxProcesses' | 'spares'>> = { spares: 1 },
): Promise<ProcessPool> {
  const pool = await openProcessPool({ ...setup, rlimitWrapper, engine: { ...setup.engine, ...sizes } })
  pools.push(pool)
  return pool
}

/** More time than any run here takes, even on a slow machine. */
const A_WHILE = { cpuMs: 30_000, wallMs: 60_000 }
const never = new AbortController().signal
const quiet = { signal: never, onEvent: () => {} }
const rlimitWrappers: [name: string, wrapper: RlimitWrapper][] = [
  ['util-linux', chooseRlimitWrapper()],
  ['a shell', SHELL_RLIMIT_WRAPPER],
]

test.each(rlimitWrappers)(
  'held by %s, a process that is killed from outside loses its run and nothing else',
  onLinux,
  async (_name, rlimitWrapper) => {
    const pool = await openTestPool(rlimitWrapper)
    const victim = await pool.acquire({ publisher: 'victim' }, never)
    const begun = Promise.withResolvers<void>()
    const lost = runJob(
      withAcquire(pool, async () => victim),
      makeJob('export default async () => { console.log("begun"); await new Promise(() => {}) }'),
      { ...quiet, onEvent: () => begun.resolve() },
    )
    const other = runJob(
      pool,
      makeJob('export default async () => { await scheduler.wait(300); return "unharmed" }'),
      quiet,
    )
    await begun.promise

    process.kill(victim.pid, 'SIGKILL')

    expect(await lost).toMatchObject({
      kind: 'unavailable',
      message: 'The sandbox lost this run before it ended. There is no output.',
    })
    expect(await other).toMatchObject({ kind: 'returned', value: 'unharmed' })
    expect(
      await runJob(pool, makeJob('export default async () => "again"', { publisher: 'victim' }), quiet),
    ).toMatchObject({ value: 'again' })
  },
)

function withAcquire(pool: ProcessPool, acquire: ProcessPool['acquire']): ProcessPool {
  return {
    acquire,
    release: (workerd) => pool.release(workerd),
    counts: () => pool.counts(),
    close: () => pool.close(),
  }
}

/** Returns a pool whose next `times` processes are killed as soon as they are acquired. */
function givingTheDying(pool: ProcessPool, times: number): ProcessPool {
  let left = times
  return withAcquire(pool, async (claim, signal) => {
    const workerd = await pool.acquire(claim, signal)
    left -= 1
    if (left >= 0) process.kill(workerd.pid, 'SIGKILL')
    return workerd
  })
}

test(
  'a run that was given a dying process begins once more in another, and no third time',
  onLinux,
  async () => {
    const pool = await openTestPool()
    const job = makeJob('export default async () => "alive"')

    expect(await runJob(givingTheDying(pool, 1), job, quiet)).toMatchObject({ value: 'alive' })
    expect(await runJob(givingTheDying(pool, 2), job, quiet)).toMatchObject({ reason: 'lost' })
  },
)

test.each(rlimitWrappers)(
  'held by %s, a loop ends when its processor time is used up',
  onLinux,
  async (_name, rlimitWrapper) => {
    const pool = await openTestPool(rlimitWrapper)
    const loop = makeJob('export default async () => { for (;;); }', { limits: { cpuMs: 200 } })

    const outcome = await runJob(pool, loop, quiet)

    expect(outcome).toMatchObject({ kind: 'limit', limit: 'cpu' })
    expect(outcome.cpuMs).toBeGreaterThan(200)
  },
)

test.each(rlimitWrappers)(
  'with memory capped by %s, a loop ends at its deadline and a full heap at its limit',
  async (_name, rlimitWrapper) => {
    const pool = await openTestPool(rlimitWrapper)
    const loop = makeJob('export default async () => { for (;;); }', { limits: { wallMs: 200 } })
    const bomb = makeJob(
      'export default async () => { const all = []; for (;;) all.push({ list: new Array(100).fill(1.5) }) }',
      { limits: A_WHILE },
    )

    const [looped, bombed] = await Promise.all([runJob(pool, loop, quiet), runJob(pool, bomb, quiet)])

    expect(looped).toMatchObject({ kind: 'limit', limit: 'wall' })
    expect(bombed).toMatchObject({ kind: 'limit', limit: 'memory' })
  },
)

test('a cancelled run stops in the sandbox within 200 ms, even inside a loop', async () => {
  const pool = await openTestPool()
  let leastMs = Number.POSITIVE_INFINITY
  // A busy machine may delay some of the turns, but not all.
  for (let turn = 0; turn < 10 && leastMs >= 200; turn += 1) {
    const workerd = await pool.acquire({ publisher: 'ada' }, never)
    const leaving = new AbortController()
    const begun = Promise.withResolvers<void>()
    const loop = 'export default async () => { console.log("begun"); await scheduler.wait(0); for (;;); }'
    const running = runJob(
      withAcquire(pool, async () => workerd),
      makeJob(loop, { limits: A_WHILE }),
      {
        ...quiet,
        signal: leaving.signal,
        onEvent: () => begun.resolve(),
      },
    )
    await begun.promise

    const cancelledAt = performance.now()
    leaving.abort()
    await workerd.died
    leastMs = Math.min(leastMs, performance.now() - cancelledAt)

    expect(await running).toMatchObject({ kind: 'cancelled' })
  }

  expect(leastMs).toBeLessThan(200)
})

test('a process that ran one publisher’s code never runs another’s', async () => {
  const pool = await openTestPool()

  const first = await pool.acquire({ publisher: 'ada' }, never)
  await pool.release(first)
  const other = await pool.acquire({ publisher: 'bob' }, never)
  const again = await pool.acquire({ publisher: 'ada' }, never)

  expect(again.pid).toBe(first.pid)
  expect(other.pid).not.toBe(first.pid)
})

test('a process for a stranger’s unreviewed code is new, and is used for nothing else', async () => {
  const pool = await openTestPool()
  const used = await pool.acquire({ publisher: 'ada' }, never)
  await pool.release(used)

  const single = await pool.acquire({ publisher: 'ada', isSingleUse: true }, never)
  await pool.release(single)
  await single.died
  const next = await pool.acquire({ publisher: 'ada' }, never)

  expect(single.pid).not.toBe(used.pid)
  expect(next.pid).toBe(used.pid)
})

test('the isolate of a publisher’s next run is prewarmed, and other code than it was made of never runs in it', async () => {
  const pool = await openTestPool()
  const job = (answer: string) =>
    makeJob(`let runs = 0; export default async () => [${JSON.stringify(answer)}, (runs += 1)]`, {
      publisher: 'ada',
    })
  const head = (answer: string) => encodeJob({ job: job(answer), module: job(answer).definition }).head
  const run = (answer: string) => runJob(pool, job(answer), quiet)
  /** Returns what the process chosen for `one` has prewarmed, without disturbing it. */
  const readiness = async () => {
    const workerd = await pool.acquire({ publisher: 'ada', head: head('one') }, never)
    const isReady = { one: workerd.hasPrewarmed(head('one')), other: workerd.hasPrewarmed(head('other')) }
    await pool.release(workerd)
    return isReady
  }

  for (const answer of ['one', 'one', 'other', 'one', 'one'])
    expect(await run(answer)).toMatchObject({ kind: 'returned', value: [answer, 1] })

  await expect.poll(readiness).toEqual({ one: true, other: false })
})

test('code that no isolate can be made of is refused each time, and harms no later run', async () => {
  const pool = await openTestPool()
  // Our own parser accepts this, but V8 allows at most 65,535 arguments.
  const broken = `Math.max(${'1,'.repeat(66_000)}1); export default async () => 1`
  const run = (definition: string) => runJob(pool, makeJob(definition, { publisher: 'ada' }), quiet)

  for (let turn = 0; turn < 3; turn += 1) {
    expect(await run(broken)).toMatchObject({ kind: 'threw', error: { name: 'SyntaxError' } })
    await expect.poll(() => pool.counts()).toMatchObject({ running: 0 })
  }

  expect(await run('export default async () => 1')).toMatchObject({ kind: 'returned', value: 1 })
})

const small = { maxProcesses: 3, spares: 1 }

test('the process that was idle longest makes room, so that a newcomer finds one that is started', async () => {
  const pool = await openTestPool(chooseRlimitWrapper(), small)
  const used = []
  for (const publisher of ['ada', 'bob', 'cleo']) {
    used.push(await pool.acquire({ publisher }, never))
    await pool.release(used.at(-1)!)
    await expect.poll(() => pool.counts()).toMatchObject({ starting: 0, waiting: 0 })
  }

  await used[0]!.died
  expect(used.map((workerd) => workerd.isDead())).toEqual([true, false, false])
  expect(pool.counts()).toMatchObject({ idle: 3 })
})

test('if all processes are busy, the organisation with the fewest active runs is next', async () => {
  const pool = await openTestPool(chooseRlimitWrapper(), small)
  const acquired = []
  for (let count = 0; count < 3; count += 1) acquired.push(await pool.acquire({ publisher: 'crowd' }, never))
  const turns: string[] = []
  const waiting = [
    pool.acquire({ publisher: 'crowd' }, never).then(() => turns.push('crowd')),
    pool.acquire({ publisher: 'newcomer' }, never).then(() => turns.push('newcomer')),
  ]
  expect(pool.counts()).toMatchObject({ running: 3, waiting: 2 })

  // Two processes die: the first replacement is for the newcomer, who has none, the second for the crowd.
  acquired[0]?.kill()
  await waiting[1]
  acquired[1]?.kill()
  await waiting[0]

  expect(turns).toEqual(['newcomer', 'crowd'])
})

test('a run that leaves the queue is removed', async () => {
  const pool = await openTestPool(chooseRlimitWrapper(), small)
  for (let count = 0; count < 3; count += 1) await pool.acquire({ publisher: 'crowd' }, never)
  const leaving = new AbortController()

  const waiting = runJob(pool, makeJob('export default async () => 1'), { ...quiet, signal: leaving.signal })
  leaving.abort()

  expect(await waiting).toMatchObject({ kind: 'cancelled' })
  expect(pool.counts().waiting).toBe(0)
})

test('a burst of runs is served in turn, and nothing stays running', async () => {
  // A small machine has this limit, so that most runs wait for each other and not for processes to start.
  const pool = await openTestPool(chooseRlimitWrapper(), { maxProcesses: 8 })
  const jobs = Array.from({ length: 30 }, (_, n) =>
    makeJob('export default async ({ parameters }) => { await scheduler.wait(20); return parameters }', {
      parameters: n,
      publisher: `stall_${n % 5}`,
    }),
  )

  const outcomes = await Promise.all(jobs.map((job) => runJob(pool, job, quiet)))

  expect(outcomes).toMatchObject(jobs.map((_, value) => ({ kind: 'returned', value })))
  // A process is checked after its run, before it is idle again.
  await expect.poll(() => pool.counts()).toMatchObject({ running: 0, waiting: 0 })
})
