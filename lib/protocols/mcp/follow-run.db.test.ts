import { expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { manualSandbox } from '../../testing/fake-sandbox.ts'
import { makeCaller, start } from '../../testing/run-setup.ts'
import { cancelCall, followCall } from './follow-run.ts'

const db = database()

test('a call that ends soon is not stored', async () => {
  const { ctx } = await makeCaller()
  const started = await start(ctx)
  await started.ended
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  followCall(ctx, started, { session: 'a session', requestId: 1 }, {})
  await started.ended
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()

  expect(await db.mcpCall.count({ where: { runId: started.run.id } })).toBe(0)
})

test('a cancel reaches a call of the same number as an earlier one, and one that is not stored yet', async () => {
  const { sandbox, isRunning } = manualSandbox()
  const { ctx } = await makeCaller(sandbox)
  const caller = { session: 'a session', requestId: 1 }
  const [earlier, started] = [await start(ctx), await start(ctx)]
  await expect.poll(() => isRunning(earlier.run.id) && isRunning(started.run.id)).toBe(true)
  followCall(ctx, earlier, caller, {})
  await expect.poll(() => db.mcpCall.count({ where: { runId: earlier.run.id } })).toBe(1)
  await cancelCall(ctx, caller)
  expect(await earlier.ended).toMatchObject({ state: 'cancelled' })

  const cancelling = cancelCall(ctx, caller)
  followCall(ctx, started, caller, {})

  await cancelling
  expect(await started.ended).toMatchObject({ state: 'cancelled' })
})

test('a cancel of an unknown call does nothing', async () => {
  const { ctx } = await makeCaller()

  await expect(cancelCall(ctx, { session: 'another', requestId: 2 })).resolves.toBeUndefined()
})
