import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { isOutage } from '../outage.ts'
import { openPool } from './connection.ts'

/** Starts a proxy to the database; `cut` drops whatever is sent from then on, without closing connections. */
async function startNetwork() {
  const { hostname, port } = new URL(process.env.DATABASE_URL!)
  let isCut = false
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from.on('error', () => {}))
      from.on('data', (chunk) => isCut || to.write(chunk))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(process.env.DATABASE_URL!)
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return {
    url: url.href,
    cut: (value: boolean) => {
      isCut = value
    },
  }
}

test('a statement ends as an outage when the network is cut, and the next one reconnects', async () => {
  const network = await startNetwork()
  const pool = openPool({ connectionString: network.url, max: 1 }, 2_000)
  onTestFinished(() => pool.end())
  await pool.query('select 1')

  network.cut(true)
  const failure = await pool.query('select 2').catch((thrown: unknown) => thrown)
  network.cut(false)

  expect(failure).toMatchObject({ message: 'The database has not responded for 2 s.' })
  expect(isOutage(failure)).toBe(true)
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

test('a connection that waits between statements stays open', async () => {
  const pool = openPool({ connectionString: process.env.DATABASE_URL, max: 1 }, 2_000)
  onTestFinished(() => pool.end())
  const client = await pool.connect()
  onTestFinished(() => client.release())
  const timedOut = once(
    (client as unknown as { connection: { stream: net.Socket } }).connection.stream,
    'timeout',
  )

  await client.query('select 1')
  await timedOut

  expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('a session is in UTC, whatever the database prefers', async () => {
  const url = new URL(process.env.DATABASE_URL!)
  const plain = new pg.Pool({ connectionString: url.href, max: 1 })
  const pool = openPool({ connectionString: url.href, max: 1 })
  try {
    await plain.query(`alter database "${url.pathname.slice(1)}" set timezone = 'Asia/Tokyo'`)
    expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  } finally {
    await plain.query(`alter database "${url.pathname.slice(1)}" reset timezone`)
    await Promise.all([pool.end(), plain.end()])
  }
})
