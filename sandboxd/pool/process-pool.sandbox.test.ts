/** The life cycle of processes: which run gets one, and that none outlives its purpose. */
import { expect, test } from 'vitest'
import { encodeJob } from '../../lib/sandbox/isolate-protocol.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { never, quiet, setUpProcessPools } from '../../lib/testing/setup/sandbox/process-pools.ts'
import { chooseRlimitWrapper } from '../jail/rlimit-wrapper.ts'
import { runJob } from '../run/run-job.ts'

const { openTestPool } = setUpProcessPools()

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
