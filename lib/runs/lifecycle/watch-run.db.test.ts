// Uses a real Postgres and a fake sandbox whose jobs end on request.
import { describe, expect, test } from 'vitest'
import { insertApiKey, revokeApiKey } from '../../auth/rows/api-keys.ts'
import { insertRevokedSession } from '../../auth/rows/live-access.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { freshName } from '../../testing/factories.ts'
import { manualSandbox } from '../../testing/fake-sandbox.ts'
import { makeCaller, publishSkill, start } from '../../testing/run-setup.ts'
import { getRun, getRunPage } from '../views/get-run.ts'
import type { RunView } from '../views/run-view.ts'
import { MAX_WATCHERS, watchRun } from './watch-run.ts'

async function makeKey(ctx: Context) {
  const { organisationId, userId } = ctx.viewer!
  const hash = freshName('hash')
  const made = { organisationId, userId, name: 'Stolen', prefix: 'gh_', hash, scopes: ['run' as const] }
  return { id: await insertApiKey(database(), { ...made, expiresAt: null }), organisationId }
}

describe('watching', () => {
  test('a watcher sees the run, each change and its end', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
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

  test('a watcher of a queued long run sees the runs that it waits for', async () => {
    const { ctx } = await makeCaller()
    const { skillName } = await publishSkill({}, { limits: { lane: 'long' } })
    const [first, second, third] = [
      (await start(ctx, skillName)).run.id,
      (await start(ctx, skillName)).run.id,
      (await start(ctx, skillName)).run.id,
    ]
    const data = { state: 'running' as const, startedAt: new Date() }
    await database().run.update({ where: { id: first }, data })
    const left = new AbortController()
    const seen = Promise.withResolvers<RunView>()
    const watching = watchRun(ctx, third, seen.resolve, left.signal)

    expect(await seen.promise).toMatchObject({ state: 'queued', before: { running: 1, waiting: 1 } })

    left.abort()
    await watching
    expect((await getRunPage(ctx, second)).run).toMatchObject({ before: { running: 1, waiting: 0 } })
    expect((await getRunPage(ctx, first)).run.before).toBeUndefined()
  })

  test('the last progress is in the end of a run that ends right after it', async () => {
    const { ctx } = await makeCaller()
    const sandbox: Context['sandbox'] = {
      ...ctx.sandbox,
      async execute(_job, options) {
        options?.onEvent?.({ kind: 'progress', fraction: 0.9, note: 'Almost' })
        return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
      },
    }

    const { ended } = await start({ ...ctx, sandbox })

    expect(await ended).toMatchObject({ progress: 0.9, progressNote: 'Almost' })
  })

  test('a watcher sees progress and log lines at once, without secrets', async () => {
    let finish = () => {}
    const { ctx } = await makeCaller()
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

  test('a progress note that a column could not hold is stored in a form that it can', async () => {
    const { ctx } = await makeCaller()
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

  test('watching stops when the watcher leaves', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const gone = new AbortController()
    const watching = watchRun(ctx, run.id, () => {}, gone.signal)

    gone.abort()

    await expect(watching).resolves.toBeUndefined()
    finish(run.id)
    await ended
  })

  test('watching ends when its key is revoked, before the run’s output is sent', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
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

  test('watching ends if the person is suspended', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
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

  test('watching ends if the person changes their password', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
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

  test('watching ends when its session is signed out', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const seen: RunView[] = []
    const session = { ...ctx, sessionVersion: 0, sessionId: `session-of-${run.id}` }
    const watching = watchRun(session, run.id, (view) => seen.push(view), new AbortController().signal)
    await expect.poll(() => seen.length).toBeGreaterThan(0)

    await insertRevokedSession(database(), session.sessionId, new Date(Date.now() + 60_000))
    finish(run.id)

    await expect(watching).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(seen.map(({ state }) => state)).not.toContain('succeeded')
    await ended
  })

  test('only members of the organisation can watch its runs', async () => {
    const [{ ctx }, stranger] = [await makeCaller(), await makeCaller()]
    const { run, ended } = await start(ctx)
    await ended

    const watching = watchRun(stranger.ctx, run.id, () => {}, new AbortController().signal)

    await expect(watching).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('watching too many', () => {
  test('watching too many runs is refused until one of them is left', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const [{ ctx }, other] = [await makeCaller(sandbox), await makeCaller()]
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)
    const gone = new AbortController()
    const watching = Array.from({ length: MAX_WATCHERS }, (_, n) =>
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
