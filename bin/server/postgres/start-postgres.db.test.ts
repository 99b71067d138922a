/** The embedded server by itself: nothing is lost, and nothing has to be cleaned up by hand. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isProcessAlive } from '../runtime/processes.ts'
import { withClient } from './databases.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'

const folders: string[] = []
const started: Postgres[] = []

afterAll(async () => {
  for (const postgres of started) await postgres.stop()
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-launcher-'))
  folders.push(folder)
  return folder
}

async function start(folder: string, options: { durable?: boolean } = { durable: false }): Promise<Postgres> {
  const postgres = await startPostgres({ folder, ...options })
  started.push(postgres)
  return postgres
}

const ask = async (postgres: Postgres, sql: string) =>
  (await withClient(postgres.url('postgres'), (client) => client.query(sql))).rows

const folder = makeFolder()
let server: Postgres
beforeAll(async () => {
  server = await start(folder)
})

test('a Postgres server that already runs in the folder is adopted', async () => {
  const second = await start(folder)

  expect(second).toMatchObject({ adopted: true, pid: server.pid, port: server.port })
  expect(second.url('x')).toBe(server.url('x'))
})

test('two data folders have two Postgres servers, and stopping one twice is safe', async () => {
  const other = await start(makeFolder())
  expect(other.port).not.toBe(server.port)
  expect(other.url('x')).not.toBe(server.url('x'))

  await Promise.all([other.stop(), other.stop()])
  await other.stop()

  expect([other.isRunning(), server.isRunning()]).toEqual([false, true])
})

test('committed data survives a killed Postgres server', async () => {
  const folder = makeFolder()
  const first = await start(folder, { durable: true })
  await ask(first, 'create table stored (word text)')
  await ask(first, "insert into stored values ('yes')")

  process.kill(first.pid, 'SIGKILL')
  while (first.isRunning()) await sleep(10)
  const second = await start(folder, { durable: true })

  expect(second.adopted).toBe(false)
  expect(await ask(second, 'select word from stored')).toEqual([{ word: 'yes' }])
})

test('a pid file that names another user’s process is ignored', async () => {
  const folder = makeFolder()
  const first = await start(folder)
  await first.stop()
  // After a crash of the machine, the pid in this file may belong to another program.
  const lines = [process.pid, path.join(folder, 'data'), 0, first.port, '', '127.0.0.1', '', 'ready']
  fs.writeFileSync(path.join(folder, 'data', 'postmaster.pid'), lines.join('\n'))

  const second = await start(folder)

  expect(second.adopted).toBe(false)
  expect(isProcessAlive(process.pid)).toBe(true)
})

test('the embedded Postgres has trigrams for words in every script, and the time zone UTC', async () => {
  await ask(server, 'create extension pg_trgm')

  expect(await ask(server, "select similarity('Привет', 'привет') as like")).toEqual([{ like: 1 }])
  expect(await ask(server, 'show timezone')).toEqual([{ TimeZone: 'UTC' }])
})

test('the embedded Postgres accepts only loopback connections with the password', async () => {
  const wrong = new URL(server.url('postgres'))
  wrong.password = 'guess'

  await expect(withClient(wrong.href, async () => {})).rejects.toThrow('password authentication failed')
  expect(await ask(server, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
})
