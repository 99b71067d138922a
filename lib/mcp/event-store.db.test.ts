// What a client that comes back is told, and no longer than its key opens anything.
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { insertApiKey, revokeApiKey } from '../db/api-keys.ts'
import { database } from '../db/client.ts'
import { MAX_WATCHED } from '../execution/count-watchers.ts'
import { contextFor, freshName, makeUser } from '../testing/factories.ts'
import { eventStore, forgetOldMessages, type Replayed, replay } from './event-store.ts'

async function withKey(): Promise<{ ctx: Context; revoke: () => Promise<unknown> }> {
  const ctx = await contextFor(await makeUser())
  const { organisationId, userId } = ctx.viewer!
  const made = { organisationId, userId, name: 'A key', prefix: 'gh_', scopes: ['run' as const] }
  const id = await insertApiKey(database(), { ...made, hash: freshName('hash'), expiresAt: null })
  const revoke = () => revokeApiKey(database(), { id, organisationId, at: new Date() })
  return { ctx: { ...ctx, keyId: id }, revoke }
}

const note = (said: string) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/message',
  params: { said },
})

test('what was missed is told from the event that the client names, up to the answer', async () => {
  const { ctx } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const first = await storeEvent('stream a', note('one'))
  await storeEvent('stream a', note('two'))
  await storeEvent('stream a', { jsonrpc: '2.0', id: 1, result: {} })
  const told: Replayed[] = []

  await replay(ctx, first, (event) => told.push(event), new AbortController().signal)

  expect(told.map(({ message }) => message)).toMatchObject([{ params: { said: 'two' } }, { id: 1 }])
  const stranger = (await withKey()).ctx
  const asked = replay(stranger, first, () => {}, new AbortController().signal)
  await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a key that is revoked meanwhile is told no more', async () => {
  const { ctx, revoke } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const first = await storeEvent('stream b', note('one'))
  await storeEvent('stream b', note('two'))
  const told: Replayed[] = []
  const replaying = replay(ctx, first, (event) => told.push(event), new AbortController().signal)
  await expect.poll(() => told.length).toBe(1)

  await revoke()
  await storeEvent('stream b', { jsonrpc: '2.0', id: 1, result: { secret: true } })
  await replaying

  expect(JSON.stringify(told.map(({ message }) => message))).not.toContain('secret')
})

test('what no client can come back to any more is forgotten, and nothing else is', async () => {
  const { ctx } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const [old, young] = [
    await storeEvent('stream c', note('old')),
    await storeEvent('stream c', note('young')),
  ]
  const createdAt = new Date(Date.now() - 2 * 60 * 60_000)
  await database().mcpEvent.update({ where: { id: BigInt(old) }, data: { createdAt } })

  expect(await forgetOldMessages(ctx)).toBeGreaterThan(0)

  const left = await database().mcpEvent.findMany({ where: { keyId: ctx.keyId! }, select: { id: true } })
  expect(left.map(({ id }) => String(id))).toEqual([young])
})

test('a message is kept whole, names of JavaScript’s own included', async () => {
  const { ctx } = await withKey()
  const { storeEvent } = eventStore(ctx)
  const first = await storeEvent('stream d', note('one'))
  const result = JSON.parse('{"__proto__":{"kept":true},"constructor":1}')
  await storeEvent('stream d', { jsonrpc: '2.0', id: 1, result })
  const told: Replayed[] = []

  await replay(ctx, first, (event) => told.push(event), new AbortController().signal)

  expect(JSON.stringify(told[0]?.message)).toContain('{"__proto__":{"kept":true},"constructor":1}')
})

test('one person comes back to so many calls at once and no more', async () => {
  const { ctx } = await withKey()
  const first = await eventStore(ctx).storeEvent('stream e', note('one'))
  const gone = new AbortController()
  const waiting = Array.from({ length: MAX_WATCHED }, () => replay(ctx, first, () => {}, gone.signal))

  const refused = replay(ctx, first, () => {}, gone.signal)

  await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  gone.abort()
  await Promise.all(waiting)
  await replay(ctx, first, () => {}, gone.signal)
})
