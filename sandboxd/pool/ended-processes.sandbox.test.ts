/** How runs end with their process, and processes with their run. */
import { expect, test } from 'vitest'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import {
  A_WHILE,
  never,
  quiet,
  rlimitWrappers,
  setUpProcessPools,
} from '../../lib/testing/setup/sandbox/process-pools.ts'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { runJob } from '../run/run-job.ts'
import type { ProcessPool } from './process-pool.ts'

const { openTestPool } = setUpProcessPools()

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
    isFullFor: (claim) => pool.isFullFor(claim),
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
