// One connection that listens for all: what happens when it breaks, is slow to come, or does not come at all.
import type { Socket } from 'node:net'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { freshName } from '../testing/factories.ts'
import { database } from './client.ts'
import { listen, notify } from './notifications.ts'

const db = database()

/** Connections that listen to the channel and to nothing after it. */
const listenersOf = (channel: string) =>
  db.$queryRaw<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query = ${`LISTEN "${channel}"`}`

async function hear(channel: string) {
  const heard: (string | null)[] = []
  const stop = await listen(channel, (payload) => heard.push(payload))
  return { heard, stop }
}

type Kept = {
  guildhallListening?: { client?: Promise<{ client: pg.Client }>; channels: Map<string, unknown> }
}
const kept = globalThis as unknown as Kept

// biome-ignore format: a table reads in rows
test.each<[how: string, lose: (channel: string) => Promise<unknown>]>([
  ['ended by the server', async (channel) => {
    const [{ pid }] = (await listenersOf(channel)) as [{ pid: number }]
    await db.$queryRaw`select pg_terminate_backend(${pid}::int)::text`
  }],
  // pg tells of this twice, as an error and as the end.
  ['cut', async () => {
    const { client } = (await kept.guildhallListening?.client)!
    ;(client as pg.Client & { connection: { stream: Socket } }).connection.stream.destroy()
  }],
])('after the connection was %s there is one again, and everything is heard once', async (_, lose) => {
  const channel = freshName('channel')
  const { heard, stop } = await hear(channel)

  await lose(channel)
  await expect.poll(() => heard).toContain(null)
  await notify(db, channel, 'once')
  await notify(db, channel, 'last')
  await expect.poll(() => heard).toContain('last')

  expect(heard).toEqual([null, 'once', 'last'])
  // The lost one is there until the server takes note.
  await expect.poll(() => listenersOf(channel)).toHaveLength(1)
  stop()
})

test('whoever comes second listens as well as the first, from the moment they are told so', async () => {
  for (let round = 0; round < 10; round += 1) {
    const channel = freshName('channel')
    const first = hear(channel)
    const { heard } = await hear(channel)
    await notify(db, channel, 'at once')
    await first
    await notify(db, channel, 'later')
    await expect.poll(() => heard).toContain('later')
    expect(heard).toEqual(['at once', 'later'])
  }
})

test('nobody is kept who was told that there is no connection', async () => {
  const before = { kept: kept.guildhallListening, url: process.env.DATABASE_URL }
  kept.guildhallListening = undefined
  process.env.DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nowhere'
  const channel = freshName('channel')

  await expect(hear(channel)).rejects.toThrow()
  const left = (kept.guildhallListening as Kept['guildhallListening'])?.channels

  kept.guildhallListening = before.kept
  process.env.DATABASE_URL = before.url
  expect(left?.get(channel)).toEqual(new Set())
})
