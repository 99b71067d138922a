/** The life cycle of processes: which run gets one, and that none outlives its purpose. */
import { describe, expect, test } from 'vitest'
import { encodeJob } from '../../lib/sandbox/isolate-protocol.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { never, quiet, setUpProcessPools } from '../../lib/testing/setup/sandbox/process-pools.ts'
import { chooseRlimitWrapper } from '../jail/rlimit-wrapper.ts'
import { MAX_NESTED_RUNS } from '../job/job.ts'
import { runJob } from '../run/run-job.ts'
import type { ProcessClaim } from './run-queue.ts'

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

/** Owners who hold one process each, and so no more than their share. */
const crowd = ['ada', 'bob', 'cleo'].map((person) => ({ publisher: 'crowd', organisation: person, person }))

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
  for (const claim of crowd) acquired.push(await pool.acquire(claim, never))
  const turns: string[] = []
  const waiting = [
    pool.acquire(crowd[0]!, never).then(() => turns.push('ada')),
    pool.acquire({ publisher: 'newcomer' }, never).then(() => turns.push('newcomer')),
  ]
  expect(pool.counts()).toMatchObject({ running: 3, waiting: 2 })

  // Two processes die: the first replacement is for the newcomer, who has none, the second for Ada's next run.
  acquired[1]?.kill()
  await waiting[1]
  acquired[0]?.kill()
  await waiting[0]

  expect(turns).toEqual(['newcomer', 'ada'])
})

test('a run that leaves the queue is removed', async () => {
  const pool = await openTestPool(chooseRlimitWrapper(), small)
  for (const claim of crowd) await pool.acquire(claim, never)
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

describe('an owner holds at most half of the processes', () => {
  const even = { maxProcesses: 4, spares: 1 }
  const organisation = { publisher: 'press', organisation: 'crowd' }

  test.each<[string, (n: number) => ProcessClaim]>([
    ['an organisation of many people', (n) => ({ ...organisation, person: `member ${n}` })],
    [
      'a person with many organisations',
      (n) => ({ ...organisation, organisation: `o${n}`, person: 'mallory' }),
    ],
    ['a person without an organisation', () => ({ publisher: 'press' })],
  ])('%s leaves the other half to others', async (_who, claimOf) => {
    const pool = await openTestPool(chooseRlimitWrapper(), even)
    const leaving = new AbortController()
    const held = [await pool.acquire(claimOf(0), never), await pool.acquire(claimOf(1), never)]
    const waiting = [2, 3, 4].map((n) => pool.acquire(claimOf(n), leaving.signal))
    for (const each of waiting) each.catch(() => {})

    const others = await Promise.all(
      ['ada', 'bob'].map((person) =>
        pool.acquire({ publisher: 'press', organisation: person, person }, never),
      ),
    )

    expect(others).toHaveLength(2)
    expect(pool.counts()).toMatchObject({ running: 4, waiting: 3 })
    expect(pool.isFullFor(claimOf(5))).toBe(true)
    // Another owner's process is not theirs either, and one of their own makes room for the next.
    await pool.release(others[0]!)
    expect(pool.counts()).toMatchObject({ running: 3, waiting: 3 })
    await pool.release(held[0]!)
    await waiting[0]
    expect(pool.counts()).toMatchObject({ running: 3, waiting: 2 })
    leaving.abort()
  })

  test('nested runs of one person leave room for those of another, at every depth', async () => {
    const pool = await openTestPool(chooseRlimitWrapper(), even)
    const by = (person: string, depth: number) => ({
      publisher: 'press',
      organisation: person,
      person,
      depth,
    })
    const leaving = new AbortController()
    // Two runs, and a chain of nested ones below; each level has one more for them, and no more.
    for (const depth of [0, 0, 1, 2, 3, 4]) await pool.acquire(by('mallory', depth), never)
    for (const depth of [0, 1, 2, 3, 4]) pool.acquire(by('mallory', depth), leaving.signal).catch(() => {})
    expect(pool.counts()).toMatchObject({ running: 6, waiting: 5 })

    for (const depth of [0, 1, 2, 3, 4]) await pool.acquire(by('ada', depth), never)

    expect(pool.counts()).toMatchObject({ running: 11, waiting: 5 })
    leaving.abort()
  })

  test('runs that wait for the runs they call never wait for each other', async () => {
    const pool = await openTestPool(chooseRlimitWrapper(), even)
    const by = (person: string, depth: number) => ({
      publisher: 'press',
      organisation: person,
      person,
      depth,
    })
    /** Like a run that calls another one, which calls another one. */
    const runChain = async (person: string, depth = 0): Promise<void> => {
      const workerd = await pool.acquire(by(person, depth), never)
      if (depth < MAX_NESTED_RUNS) await runChain(person, depth + 1)
      await pool.release(workerd)
    }

    await Promise.all(['ada', 'ada', 'ada', 'bob', 'bob', 'cleo', 'dora'].map((person) => runChain(person)))

    expect(pool.counts()).toMatchObject({ running: 0, waiting: 0 })
  })
})
