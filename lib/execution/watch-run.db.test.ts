// Real Postgres, a pretend box whose jobs end when told.
import { describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { insertApiKey, revokeApiKey } from '../db/api-keys.ts'
import { database } from '../db/client.ts'
import { freshName } from '../testing/factories.ts'
import { patientBox } from '../testing/pretend-sandbox.ts'
import { caller, start } from '../testing/start-a-run.ts'
import { MAX_WATCHED } from './count-watchers.ts'
import { getRun } from './get-run.ts'
import type { RunView } from './run-view.ts'
import { watchRun } from './watch-run.ts'

async function makeKey(ctx: Context) {
  const { organisationId, userId } = ctx.viewer!
  const hash = freshName('hash')
  const made = { organisationId, userId, name: 'Stolen', prefix: 'gh_', hash, scopes: ['run' as const] }
  return { id: await insertApiKey(database(), { ...made, expiresAt: null }), organisationId }
}

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

  test('ends when the person who watches is locked out', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const seen: RunView[] = []
    const watching = watchRun(ctx, run.id, (view) => seen.push(view), new AbortController().signal)
    await expect.poll(() => seen.length).toBeGreaterThan(0)

    await database().user.update({ where: { id: ctx.viewer!.userId }, data: { lockedAt: new Date() } })
    finish(run.id)

    await expect(watching).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(seen.map(({ state }) => state)).not.toContain('succeeded')
    await ended
  })

  test('ends when the person who watches changes their password', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const seen: RunView[] = []
    const session = { ...ctx, sessionVersion: 0 }
    const watching = watchRun(session, run.id, (view) => seen.push(view), new AbortController().signal)
    await expect.poll(() => seen.length).toBeGreaterThan(0)

    const where = { id: ctx.viewer!.userId }
    await database().user.update({ where, data: { sessionVersion: { increment: 1 } } })
    finish(run.id)

    await expect(watching).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(seen.map(({ state }) => state)).not.toContain('succeeded')
    await ended
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
