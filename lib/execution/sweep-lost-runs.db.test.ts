// Real Postgres, a pretend box: runs that are put off, and runs whose server died.
import { describe, expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import { insertApiKey, revokeApiKey } from '../db/api-keys.ts'
import { database } from '../db/client.ts'
import { contextFor, freshName, makeOrganisation, makeUser } from '../testing/factories.ts'
import { endsWith, returns } from '../testing/pretend-sandbox.ts'
import { abandon, caller, leaveBehind, start } from '../testing/start-a-run.ts'
import { getRun } from './get-run.ts'
import { performDeferred } from './perform-deferred.ts'
import { sweepLostRuns } from './sweep-lost-runs.ts'

async function makeKey(ctx: Context) {
  const { organisationId, userId } = ctx.viewer!
  const hash = freshName('hash')
  const made = { organisationId, userId, name: 'Stolen', prefix: 'gh_', hash, scopes: ['run' as const] }
  return { id: await insertApiKey(database(), { ...made, expiresAt: null }), organisationId }
}

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
    const asked: [string, unknown, number][] = []
    const box = endsWith(async ({ runId, context, limits }) => {
      asked.push([runId, context.timezone, limits.wallMs])
      return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
    })
    const { ctx } = await caller(box)
    const id = await leaveBehind(
      await start(ctx, undefined, { timeZone: 'Asia/Tokyo', timeoutMs: 1_500 }),
      'queued',
    )

    await sweepLostRuns(ctx)

    await expect.poll(async () => (await getRun(ctx, id)).state).toBe('succeeded')
    // Whatever others have lost is performed here too.
    expect(asked.filter(([runId]) => runId === id)).toEqual([
      [id, 'Asia/Tokyo', 1_500],
      [id, 'Asia/Tokyo', 1_500],
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
      expect(box.jobs.map(({ runId }) => runId)).not.toContain(id)
    }
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
    expect(box.jobs.map(({ runId }) => runId)).not.toContain(id)
  })

  test('does not end a run whose lease is renewed', async () => {
    const { ctx } = await caller()
    const id = await abandon(ctx, 'running', new Date(Date.now() + 60_000))

    await sweepLostRuns(ctx)

    expect((await getRun(ctx, id)).state).toBe('running')
  })
})
