// Real Postgres, a pretend box whose jobs end when told: waiting in line, cancelling, watching, losing a server.
import { describe, expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import { insertApiKey, revokeApiKey } from '../db/api-keys.ts'
import { database } from '../db/client.ts'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { endsWith, returns } from '../testing/pretend-sandbox.ts'
import { cancelRun } from './cancel-run.ts'
import { MAX_WATCHED } from './count-watchers.ts'
import { getRun } from './get-run.ts'
import { performDeferred } from './perform-deferred.ts'
import { MAX_IN_LINE } from './require-runnable.ts'
import { hearRuns, type RunAnnouncement } from './run-announcements.ts'
import type { RunView } from './run-view.ts'
import { type RunRequest, type StartedRun, startRun } from './start-run.ts'
import { sweepLostRuns } from './sweep-lost-runs.ts'
import { watchRun } from './watch-run.ts'

/** A box whose jobs go on until `finish` is called for their run, or they are aborted. */
function patientBox() {
  const finishers = new Map<string, () => void>()
  const box = endsWith(async (job, signal) => {
    const how = await new Promise<'done' | 'aborted'>((resolve) => {
      finishers.set(job.runId, () => resolve('done'))
      signal?.addEventListener('abort', () => resolve('aborted'))
    })
    if (how === 'aborted') return { kind: 'cancelled', durationMs: 1, logs: [] }
    return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
  })
  return {
    box,
    finish: (runId: string) => finishers.get(runId)?.(),
    isRunning: (runId: string) => finishers.has(runId),
  }
}

async function caller(box = returns({ message: 'Hello.' })) {
  const user = await makeUser()
  return { user, ctx: await contextFor(user, { sandbox: box }) }
}

async function start(
  ctx: Context,
  skillName?: string,
  options?: Pick<RunRequest, 'timeZone' | 'timeoutMs' | 'isDeferred'>,
) {
  const name = skillName ?? (await makePublishedVersion()).skillName
  return startRun(ctx, { skill: { name }, args: { name: 'Ada' }, ...options })
}

async function makeKey(ctx: Context) {
  const { organisationId, userId } = ctx.viewer!
  const hash = freshName('hash')
  const made = { organisationId, userId, name: 'Stolen', prefix: 'gh_', hash, scopes: ['run' as const] }
  return { id: await insertApiKey(database(), { ...made, expiresAt: null }), organisationId }
}

const LONG_AGO = () => new Date(Date.now() - 1_000)

/** A run as a server that died would leave it. */
async function abandon(ctx: Context, state: 'queued' | 'running', leaseUntil = LONG_AGO()) {
  return leaveBehind(await start(ctx), state, leaseUntil)
}

async function leaveBehind(started: StartedRun, state: 'queued' | 'running', leaseUntil = LONG_AGO()) {
  await started.ended
  await database().run.update({
    where: { id: started.run.id },
    data: { state, leaseUntil, endedAt: null, hasOutput: false, warnings: [], logs: [] },
  })
  return started.run.id
}

describe('waiting in line', () => {
  test('the fifth run of an organisation waits until one of four has ended', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { skillName } = await makePublishedVersion()
    const runs: StartedRun[] = []
    for (let n = 0; n < 5; n++) runs.push(await start(ctx, skillName))
    const [first, , , fourth, fifth] = runs.map(({ run }) => run.id) as [
      string,
      string,
      string,
      string,
      string,
    ]
    await expect.poll(() => isRunning(fourth)).toBe(true)
    expect((await getRun(ctx, fifth)).state).toBe('queued')

    finish(first)

    await expect.poll(() => isRunning(fifth)).toBe(true)
    for (const { run } of runs) finish(run.id)
    const ends = await Promise.all(runs.map(({ ended }) => ended))
    expect(ends.map(({ state }) => state)).toEqual(Array(5).fill('succeeded'))
  })

  test('another organisation does not notice', async () => {
    const { box, finish, isRunning } = patientBox()
    const [busy, other] = [await caller(box), await caller(box)]
    const runs: StartedRun[] = []
    for (let n = 0; n < 5; n++) runs.push(await start(busy.ctx))
    const theirs = await start(other.ctx)

    await expect.poll(() => isRunning(theirs.run.id)).toBe(true)

    for (const { run } of [...runs, theirs]) finish(run.id)
    await Promise.all(runs.slice(0, 4).map(({ ended }) => ended))
    await expect.poll(() => isRunning(runs[4]!.run.id)).toBe(true)
    finish(runs[4]!.run.id)
    await runs[4]!.ended
  })

  test('a colleague with nothing running comes before a fifth and a sixth of the same person', async () => {
    const { box, finish, isRunning } = patientBox()
    const [busy, colleague] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: busy, members: [colleague] })
    const ctx = await contextFor(busy, { organisation, sandbox: box })
    const runs: StartedRun[] = []
    for (let n = 0; n < 6; n++) runs.push(await start(ctx))
    const theirs = await start(await contextFor(colleague, { organisation, sandbox: box }))
    await expect.poll(() => isRunning(runs[3]!.run.id)).toBe(true)

    finish(runs[0]!.run.id)

    await expect.poll(() => isRunning(theirs.run.id)).toBe(true)
    expect((await getRun(ctx, runs[4]!.run.id)).state).toBe('queued')
    for (const { run } of runs) await cancelRun(ctx, run.id)
    finish(theirs.run.id)
    await theirs.ended
  })
})

describe('a full line', () => {
  test('refuses one more run, and says when to come back', async () => {
    const { ctx } = await caller()
    const { skillName } = await makePublishedVersion()
    const { run } = await start(ctx, skillName)
    const [row] = await database().run.findMany({ where: { id: run.id } })
    const {
      input,
      coercions,
      warnings,
      logs,
      output,
      error,
      errorDetail,
      migration,
      notices,
      requests,
      effects,
      ...copied
    } = row!
    const waiting = Array.from({ length: MAX_IN_LINE }, (_, index) => ({
      ...copied,
      ...{
        id: `${run.id}-${index}`,
        state: 'queued' as const,
        input: {},
        coercions: [],
        warnings: [],
        logs: [],
      },
    }))
    await database().run.createMany({ data: waiting })

    await expect(start(ctx, skillName)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      options: { retryAfter: 10 },
    })
  })
})

describe('cancelling', () => {
  test('ends a running run', async () => {
    const { box, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)

    await cancelRun(ctx, run.id)

    expect(await ended).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' } })
  })

  test('takes a waiting run out of the line, and it never starts', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const runs: StartedRun[] = []
    for (let n = 0; n < 5; n++) runs.push(await start(ctx))
    const fifth = runs[4]!
    await expect.poll(() => isRunning(runs[3]!.run.id)).toBe(true)

    await cancelRun(ctx, fifth.run.id)

    expect(await fifth.ended).toMatchObject({ state: 'cancelled' })
    for (const { run } of runs) finish(run.id)
    await Promise.all(runs.map(({ ended }) => ended))
    expect(isRunning(fifth.run.id)).toBe(false)
  })

  test('leaves a run that has ended as it is', async () => {
    const { ctx } = await caller()
    const { run, ended } = await start(ctx)
    await ended

    await cancelRun(ctx, run.id)

    expect((await getRun(ctx, run.id)).state).toBe('succeeded')
  })

  test('tells the process that holds the run', async () => {
    const { ctx } = await caller()
    const id = await abandon(ctx, 'running', new Date(Date.now() + 60_000))
    const heard: RunAnnouncement[] = []
    const stop = await hearRuns((announcement) => announcement && heard.push(announcement))

    await cancelRun(ctx, id)

    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ runId: id, what: 'cancel' }))
    stop()
  })

  test('is for the person who started it and admins of the organisation; others cannot even see it', async () => {
    const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(owner, { organisation })
    const { run, ended } = await start(ctx)
    await ended

    await expect(cancelRun(await contextFor(member, { organisation }), run.id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
    await expect(cancelRun(await contextFor(stranger), run.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(cancelRun(visitor(), run.id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(cancelRun(ctx, { not: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('watching', () => {
  test('shows the run as it is, each change, and its end', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { run } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const seen: RunView[] = []
    const watching = watchRun(ctx, run.id, (view) => seen.push(view), new AbortController().signal)
    await expect.poll(() => seen.length).toBeGreaterThan(0)

    finish(run.id)
    await watching

    expect(seen.at(0)?.state).toBe('running')
    expect(seen.at(-1)).toMatchObject({ state: 'succeeded', output: { message: 'Done.' } })
  })

  test('shows progress and log lines while they are made, without secrets', async () => {
    let finish = () => {}
    const { ctx } = await caller()
    const chatty: Context = {
      ...ctx,
      sandbox: {
        health: ctx.sandbox.health,
        async execute(_job, options) {
          options?.onEvent?.({ kind: 'progress', fraction: 0.4, note: 'Reading' })
          options?.onEvent?.({ kind: 'log', level: 'info', text: 'page 2', atMs: 5 })
          await new Promise<void>((resolve) => (finish = resolve))
          return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
        },
      },
    }
    const { run } = await start(chatty)
    const seen: RunView[] = []
    const watching = watchRun(ctx, run.id, (view) => seen.push(view), new AbortController().signal)

    await expect
      .poll(() => seen.at(-1))
      .toMatchObject({ progress: 0.4, progressNote: 'Reading', logs: [{ text: 'page 2' }] })
    finish()
    await watching
  })

  test('keeps a progress note that a column could not hold', async () => {
    const { ctx } = await caller()
    let finish = () => {}
    const noisy: Context = {
      ...ctx,
      sandbox: {
        health: ctx.sandbox.health,
        async execute(_job, options) {
          options?.onEvent?.({ kind: 'progress', fraction: 0.5, note: 'half\0way \ud800' })
          options?.onEvent?.({ kind: 'log', level: 'info', text: 'nul \0', atMs: 5 })
          await new Promise<void>((resolve) => (finish = resolve))
          return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
        },
      },
    }
    const { run, ended } = await start(noisy)

    await expect.poll(() => getRun(ctx, run.id)).toMatchObject({ progressNote: 'half\ufffdway \ufffd' })
    finish()
    expect(await ended).toMatchObject({ state: 'succeeded' })
  })

  test('stops when the watcher goes', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const gone = new AbortController()
    const watching = watchRun(ctx, run.id, () => {}, gone.signal)

    gone.abort()

    await expect(watching).resolves.toBeUndefined()
    finish(run.id)
    await ended
  })

  test('ends with the key it was opened with, before the run’s output is told', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const key = await makeKey(ctx)
    const seen: RunView[] = []
    const withKey = { ...ctx, keyId: key.id }
    const watching = watchRun(withKey, run.id, (view) => seen.push(view), new AbortController().signal)
    await expect.poll(() => seen.length).toBeGreaterThan(0)

    await revokeApiKey(database(), { ...key, at: new Date() })
    finish(run.id)

    await expect(watching).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(seen.map(({ state }) => state)).not.toContain('succeeded')
    expect(await ended).toMatchObject({ state: 'succeeded' })
  })

  test('is for members of the organisation', async () => {
    const [{ ctx }, stranger] = [await caller(), await caller()]
    const { run, ended } = await start(ctx)
    await ended

    const watching = watchRun(stranger.ctx, run.id, () => {}, new AbortController().signal)

    await expect(watching).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('watching too many', () => {
  test('is refused, until one of them is left', async () => {
    const { box, finish, isRunning } = patientBox()
    const [{ ctx }, other] = [await caller(box), await caller()]
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const gone = new AbortController()
    const watching = Array.from({ length: MAX_WATCHED }, (_, n) =>
      watchRun(ctx, run.id, () => {}, n === 0 ? gone.signal : new AbortController().signal),
    )
    const watchOnce = () => watchRun(ctx, run.id, () => {}, AbortSignal.abort())

    await expect(watchOnce()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    await expect(watchRun(other.ctx, run.id, () => {}, AbortSignal.abort())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    gone.abort()
    await watching[0]
    await expect(watchOnce()).resolves.toBeUndefined()

    finish(run.id)
    await ended
    await Promise.all(watching)
  })
})

test('a run that was put off is performed as its caller asked, from what is on record', async () => {
  const box = returns({ message: 'Later.' })
  const { ctx } = await caller(box)
  const { run } = await start(ctx, undefined, { timeZone: 'Asia/Tokyo', timeoutMs: 1_500, isDeferred: true })
  expect(box.jobs).toEqual([])

  await Promise.all([performDeferred(ctx, run.id), performDeferred(ctx, run.id)])

  expect(box.jobs).toMatchObject([{ context: { timezone: 'Asia/Tokyo' }, limits: { wallMs: 1_500 } }])
  expect(await getRun(ctx, run.id)).toMatchObject({ state: 'succeeded' })
})

describe('a server that died', () => {
  test('leaves its running run to be ended as our own failure', async () => {
    const { ctx } = await caller()
    const id = await abandon(ctx, 'running')

    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await Promise.all([sweepLostRuns(ctx), sweepLostRuns(ctx)])

    const { state, error } = await getRun(ctx, id)
    expect({ state, error }).toMatchObject({ state: 'failed', error: { code: 'INTERNAL_ERROR' } })
    // What its person quotes is in the log, once.
    const lines = log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(id))
    log.mockRestore()
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ reference: error?.reference, runId: id })
    expect(error?.reference).toMatch(/^[0-9a-f]{10}$/)
  })

  test('leaves its waiting run to be run by another', async () => {
    const { ctx } = await caller(returns({ message: 'Late, but here.' }))
    const id = await abandon(ctx, 'queued')

    await Promise.all([sweepLostRuns(ctx), sweepLostRuns(ctx)])

    await expect.poll(async () => (await getRun(ctx, id)).state).toBe('succeeded')
  })

  test('leaves what its caller asked for to whoever runs it: the time zone, and how long it may take', async () => {
    const asked: [unknown, number][] = []
    const box = endsWith(async ({ context, limits }) => {
      asked.push([context.timezone, limits.wallMs])
      return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
    })
    const { ctx } = await caller(box)
    const id = await leaveBehind(
      await start(ctx, undefined, { timeZone: 'Asia/Tokyo', timeoutMs: 1_500 }),
      'queued',
    )

    await sweepLostRuns(ctx)

    await expect.poll(async () => (await getRun(ctx, id)).state).toBe('succeeded')
    expect(asked).toEqual([
      ['Asia/Tokyo', 1_500],
      ['Asia/Tokyo', 1_500],
    ])
  })

  test('leaves a waiting run that its person may not make any more: it ends refused, and nothing runs', async () => {
    const box = returns({ message: 'Never.' })
    const user = await makeUser()
    const organisation = await makeOrganisation({ owner: await makeUser(), members: [user] })
    const owner = await makeUser()
    await database().membership.create({
      data: { organisationId: organisation.id, userId: owner.id, role: 'OWNER' },
    })
    const [ctx, reader] = [
      await contextFor(user, { organisation, sandbox: box }),
      await contextFor(owner, { organisation, sandbox: box }),
    ]
    const [yanked, left] = [await abandon(reader, 'queued'), await abandon(ctx, 'queued')]
    box.jobs.length = 0
    const { versionId } = await database().run.findUniqueOrThrow({ where: { id: yanked } })
    await database().version.update({ where: { id: versionId! }, data: { state: 'YANKED' } })
    await database().membership.delete({
      where: { organisationId_userId: { organisationId: organisation.id, userId: user.id } },
    })

    await sweepLostRuns(reader)

    for (const id of [yanked, left]) {
      const ended = await getRun(reader, id)
      expect(ended).toMatchObject({ state: 'failed', error: { code: 'POLICY_DENIED' } })
    }
    expect(box.jobs).toEqual([])
  })

  test('leaves a waiting run of a key that was revoked meanwhile: it ends refused, and nothing runs', async () => {
    const box = returns({ message: 'Never.' })
    const { ctx } = await caller(box)
    const id = await abandon(ctx, 'queued')
    box.jobs.length = 0
    const key = await makeKey(ctx)
    await database().run.update({ where: { id }, data: { keyId: key.id } })
    await revokeApiKey(database(), { ...key, at: new Date() })

    await sweepLostRuns(ctx)

    expect(await getRun(ctx, id)).toMatchObject({ state: 'failed', error: { code: 'POLICY_DENIED' } })
    expect(box.jobs).toEqual([])
  })

  test('does not end a run whose lease is renewed', async () => {
    const { ctx } = await caller()
    const id = await abandon(ctx, 'running', new Date(Date.now() + 60_000))

    await sweepLostRuns(ctx)

    expect((await getRun(ctx, id)).state).toBe('running')
  })
})
