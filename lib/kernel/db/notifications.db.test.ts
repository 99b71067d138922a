// Tests the one connection that listens for all subscribers: it breaks, is slow to open, or never opens.

import type { Socket } from 'node:net'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { freshName } from '../../testing/factories.ts'
import { listen, sendPgNotification, sendPgNotifications } from './notifications.ts'
import { database } from './prisma-client.ts'

const db = database()

/** Returns the connections whose last statement was to listen to the channel. */
const listenersOf = (channel: string) =>
  db.$queryRaw<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query = ${`LISTEN "${channel}"`}`

async function subscribe(channel: string) {
  const received: (string | null)[] = []
  const stop = await listen(channel, (payload) => received.push(payload))
  return { received, stop }
}

type Globals = {
  guildhallListening?: { client?: Promise<{ client: pg.Client }>; channels: Map<string, unknown> }
}
const globals = globalThis as unknown as Globals

// biome-ignore format: table
test.each<[how: string, lose: (channel: string) => Promise<unknown>]>([
  ['ended by the server', async (channel) => {
    const [{ pid }] = (await listenersOf(channel)) as [{ pid: number }]
    await db.$queryRaw`select pg_terminate_backend(${pid}::int)::text`
  }],
  // pg reports this as two events, an error and the end.
  ['cut', async () => {
    const { client } = (await globals.guildhallListening?.client)!
    ;(client as pg.Client & { connection: { stream: Socket } }).connection.stream.destroy()
  }],
])('after the connection was %s, it is re-established, and every notification arrives once', async (_, lose) => {
  const channel = freshName('channel')
  const { received, stop } = await subscribe(channel)

  await lose(channel)
  await expect.poll(() => received).toContain(null)
  await sendPgNotification(db, channel, 'once')
  await sendPgNotification(db, channel, 'last')
  await expect.poll(() => received).toContain('last')

  expect(received).toEqual([null, 'once', 'last'])
  // Postgres lists the lost connection until it notices the loss.
  await expect.poll(() => listenersOf(channel)).toHaveLength(1)
  stop()
})

test('a second subscriber receives the same notifications, starting with its confirmation', async () => {
  for (let round = 0; round < 10; round += 1) {
    const channel = freshName('channel')
    const first = subscribe(channel)
    const { received } = await subscribe(channel)
    await sendPgNotification(db, channel, 'at once')
    await first
    await sendPgNotification(db, channel, 'later')
    await expect.poll(() => received).toContain('later')
    expect(received).toEqual(['at once', 'later'])
  }
})

test('a subscriber that was refused for lack of a connection is not registered', async () => {
  const before = { listening: globals.guildhallListening, url: process.env.DATABASE_URL }
  globals.guildhallListening = undefined
  process.env.DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nowhere'
  const channel = freshName('channel')

  await expect(subscribe(channel)).rejects.toThrow()
  const left = (globals.guildhallListening as Globals['guildhallListening'])?.channels

  globals.guildhallListening = before.listening
  process.env.DATABASE_URL = before.url
  expect(left?.get(channel)).toEqual(new Set())
})

test('a channel without subscribers is left after a while, and can be joined again', async () => {
  const channel = freshName('channel')
  const { stop } = await subscribe(channel)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stop()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()

  const again = await subscribe(channel)
  await sendPgNotifications(db, channel, ['one', 'two'])
  await expect.poll(() => again.received).toEqual(['one', 'two'])
  again.stop()
})

test('a subscriber that comes in time stops the connection from leaving the channel', async () => {
  const channel = freshName('channel')
  const { stop } = await subscribe(channel)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stop()
  const second = subscribe(channel)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  const { received } = await second

  await sendPgNotification(db, channel, 'one')

  await expect.poll(() => received).toEqual(['one'])
  expect(await listenersOf(channel)).toHaveLength(1)
})
