/** Runs with a `resumeKey` go on in sandboxd without the process that started them. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ExecuteOptions, SandboxCall, SandboxEvent } from '../../lib/sandbox/sandbox.ts'
import { LONG_LIMITS } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'

const sandbox = connectSandbox()

const makeKeptJob = (body: string) =>
  makeJob(`export default async ({ context }) => { ${body} }`, {
    lane: 'long',
    limits: LONG_LIMITS,
    resumeKey: randomUUID(),
  })

/** Waits for an answer between two parts, so that a test decides when the run goes on. */
const TWO_PARTS = `
  context.progress(0.5, 'half')
  await context.emit(1)
  const second = await context.callSkill('a.b.c')
  await context.emit(second)
  console.log('done')
  return 'end'`

/** Starts a follower; `part` and `called` resolve with the first part and call that it gets. */
function follow(job: ReturnType<typeof makeKeptJob>, options: ExecuteOptions = {}) {
  const events: SandboxEvent[] = []
  const called = Promise.withResolvers<SandboxCall>()
  const part = Promise.withResolvers<void>()
  const outcome = sandbox.execute(job, {
    onEvent(event) {
      events.push(event)
      if (event.kind === 'part') part.resolve()
    },
    async onCall(call) {
      called.resolve(call)
      return new Promise(() => {})
    },
    ...options,
  })
  return { events, outcome, called: called.promise, part: part.promise }
}

const kinds = (events: SandboxEvent[]) => events.map(({ kind }) => kind)

test('a second follower gets all events and the open call of a run, and the first learns that it was taken', async () => {
  const job = makeKeptJob(TWO_PARTS)
  const first = follow(job)
  expect(await first.called).toMatchObject({ method: 'callSkill', number: 1 })

  const numbers: unknown[] = []
  const second = follow(job, {
    isResumed: true,
    async onCall({ number }) {
      numbers.push(number)
      return 2
    },
  })

  expect(await second.outcome).toMatchObject({ kind: 'returned', value: 'end' })
  expect(await first.outcome).toMatchObject({ kind: 'unavailable', reason: 'taken' })
  expect(numbers).toEqual([1])
  expect(kinds(second.events)).toEqual(['progress', 'part', 'part', 'log'])
  expect(kinds(first.events)).toEqual(['progress', 'part'])
})

test('an ended run is kept, so that its outcome can be read once more', async () => {
  const job = makeKeptJob(`await context.emit('only'); return 7`)
  expect(await follow(job).outcome).toMatchObject({ value: 7 })

  const again = follow(job, { isResumed: true })

  expect(await again.outcome).toMatchObject({ kind: 'returned', value: 7 })
  expect(kinds(again.events)).toEqual(['part'])
})

test('a resumed run tells the secrets that it was started with', async () => {
  const secret = {
    key: 'TOKEN',
    value: 'older-value',
    placeholder: 'gh-secret-1',
    hosts: ['api.example.com'],
  }
  const job = { ...makeKeptJob('return 1'), secrets: [secret] }
  await follow(job).outcome
  const told: string[] = []

  const onSecrets: ExecuteOptions['onSecrets'] = (secrets) => told.push(...secrets.map(({ value }) => value))
  await follow({ ...job, secrets: [] }, { isResumed: true, onSecrets }).outcome

  expect(told).toEqual(['older-value'])
})

test('a run that no host has is lost', async () => {
  const resumed = follow(makeKeptJob('return 1'), { isResumed: true })

  expect(await resumed.outcome).toMatchObject({ kind: 'unavailable', reason: 'lost' })
})

test('cancelling ends a run on its host, also after another process has taken it up', async () => {
  for (const isTakenUp of [false, true]) {
    const job = makeKeptJob(TWO_PARTS)
    const stopping = new AbortController()
    const { signal } = stopping
    const first = follow(job, { signal })
    await first.called
    const last = isTakenUp ? follow(job, { isResumed: true, signal }) : first
    await last.called
    const askedMs = performance.now()

    stopping.abort()

    expect(await last.outcome).toMatchObject({ kind: 'cancelled' })
    expect(performance.now() - askedMs).toBeLessThan(1_000)
    // What the host tells next is the end of the code itself.
    expect(await follow(job, { isResumed: true }).outcome).toMatchObject({ kind: 'cancelled' })
  }
})
