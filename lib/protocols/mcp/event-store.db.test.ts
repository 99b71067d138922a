// Tests which events a reconnecting client receives, and when they are deleted.
import { expect, onTestFinished, test, vi } from 'vitest'
import { insertApiKey, revokeApiKey } from '../../auth/rows/api-keys.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { MAX_WATCHERS } from '../../runs/lifecycle/watch-run.ts'
import { contextFor, freshName, makeUser } from '../../testing/factories.ts'
import { reserveMcpNumbers } from '../rows/mcp.ts'
import { eventStore, type Replayed, replay, sweepOldMessages } from './event-store.ts'

async function withKey(): Promise<{ ctx: Context; revoke: () => Promise<unknown> }> {
  const ctx = await contextFor(await makeUser())
  const { organisationId, userId } = ctx.viewer!
  const made = { organisationId, userId, name: 'A key', prefix: 'gh_', scopes: ['run' as const] }
  const id = await insertApiKey(database(), { ...made, hash: freshName('hash'), expiresAt: null })
  const revoke = () => revokeApiKey(database(), { id, organisationId, at: new Date() })
  return { ctx: { ...ctx, keyId: id }, revoke }
}

const note = (text: string) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/message',
  params: { text: text },
})

test('missed events are replayed from the one the client names, up to the response', async () => {
  const { ctx } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const first = await storeEvent('stream a', note('one'))
  await storeEvent('stream a', note('two'))
  await storeEvent('stream a', { jsonrpc: '2.0', id: 1, result: {} })
  const events: Replayed[] = []

  await replay(ctx, first, (event) => events.push(event), new AbortController().signal)

  expect(events.map(({ message }) => message)).toMatchObject([{ params: { text: 'two' } }, { id: 1 }])
  const stranger = (await withKey()).ctx
  const asked = replay(stranger, first, () => {}, new AbortController().signal)
  await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a client that reconnects before its first message is stored gets the rest', async () => {
  const { ctx } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const begun = await storeEvent('stream early', {} as never)
  const events: Replayed[] = []

  const replaying = replay(ctx, begun, (event) => events.push(event), new AbortController().signal)
  replaying.catch(() => {})
  await expect.poll(() => database().mcpEvent.count({ where: { id: BigInt(begun) } })).toBe(1)
  await storeEvent('stream early', { jsonrpc: '2.0', id: 1, result: {} })
  await replaying

  expect(events.map(({ message }) => message)).toMatchObject([{ id: 1 }])
})

test('a revoked key receives no more events', async () => {
  const { ctx, revoke } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const first = await storeEvent('stream b', note('one'))
  await storeEvent('stream b', note('two'))
  const events: Replayed[] = []
  const replaying = replay(ctx, first, (event) => events.push(event), new AbortController().signal)
  await expect.poll(() => events.length).toBe(1)

  await revoke()
  await storeEvent('stream b', { jsonrpc: '2.0', id: 1, result: { secret: true } })
  await replaying

  expect(JSON.stringify(events.map(({ message }) => message))).not.toContain('secret')
})

test('events that no client can resume are deleted, and no others', async () => {
  const { ctx } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const [old, young] = [
    await storeEvent('stream c', note('old')),
    await storeEvent('stream c', note('young')),
  ]
  const createdAt = new Date(Date.now() - 2 * 60 * 60_000)
  await database().mcpEvent.update({ where: { id: BigInt(old) }, data: { createdAt } })

  expect(await sweepOldMessages(ctx)).toBeGreaterThan(0)

  const left = await database().mcpEvent.findMany({ where: { keyId: ctx.keyId! }, select: { id: true } })
  expect(left.map(({ id }) => String(id))).toEqual([young])
})

test('a message is stored completely, including JavaScript’s own property names', async () => {
  const { ctx } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const first = await storeEvent('stream d', note('one'))
  const result = JSON.parse('{"__proto__":{"kept":true},"constructor":1}')
  await storeEvent('stream d', { jsonrpc: '2.0', id: 1, result })
  const events: Replayed[] = []

  await replay(ctx, first, (event) => events.push(event), new AbortController().signal)

  expect(JSON.stringify(events[0]?.message)).toContain('{"__proto__":{"kept":true},"constructor":1}')
})

test('one person can resume a limited number of calls at once', async () => {
  const { ctx } = await withKey()
  const first = await eventStore(ctx).storeEvent('stream e', note('one'))
  const gone = new AbortController()
  const waiting = Array.from({ length: MAX_WATCHERS }, () => replay(ctx, first, () => {}, gone.signal))

  const refused = replay(ctx, first, () => {}, gone.signal)

  await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  gone.abort()
  await Promise.all(waiting)
  await replay(ctx, first, () => {}, gone.signal)
})

test.each([
  ['with the second', async () => {}],
  [
    'soon, if none follows',
    async (streamId: string) => {
      vi.advanceTimersByTime(1_000)
      await expect.poll(() => countStored(streamId)).toBe(1)
    },
  ],
])(
  'the empty message that a stream begins with is stored %s, and a client can resume from it',
  async (_, pass) => {
    const { ctx } = await withKey()
    const { storeEvent } = eventStore(ctx)
    const streamId = freshName('stream')
    // The message is stored after a delay, which could pass too early on a busy machine.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = await storeEvent(streamId, {} as Parameters<typeof storeEvent>[1])
    expect(await countStored(streamId)).toBe(0)

    await pass(streamId)
    const last = await storeEvent(streamId, { jsonrpc: '2.0', id: 1, result: {} })

    expect(Number(last)).toBeGreaterThan(Number(first))
    await expect.poll(() => countStored(streamId)).toBe(2)
    const events: Replayed[] = []
    await replay(ctx, first, (event) => events.push(event), new AbortController().signal)
    expect(events).toMatchObject([{ id: last, message: { id: 1 } }])
  },
)

test('two processes that reserve numbers never share one', async () => {
  const db = database()
  const [one, other] = await Promise.all([reserveMcpNumbers(db, 3), reserveMcpNumbers(db, 3)])

  expect(new Set([...one, ...other]).size).toBe(6)
  expect(one).toEqual(one.toSorted((a, b) => Number(a - b)))
})

const countStored = (streamId: string) => database().mcpEvent.count({ where: { streamId } })
