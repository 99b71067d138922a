import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { recordHeartbeat } from '../../kernel/db/workers.ts'
import { contextFor, makeAdmin, makeUser, visitor } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { getHealth, getStatus } from './get-health.ts'
import { recordRestart } from './restart-log.ts'

const worker = { id: 'test', host: 'here' }

test('everything is well when each part answers', async () => {
  await recordHeartbeat(database(), worker)

  const health = await getHealth(database(), returns(null))

  expect(health.ok).toBe(true)
  expect(health.parts.database).toEqual({ ok: true, detail: 'responding' })
})

test('a failing part is named, without its error message', async () => {
  const broken = { health: () => Promise.reject(new Error('connect ECONNREFUSED /secret/path')) }

  const health = await getHealth(database(), broken)

  expect(health.ok).toBe(false)
  expect(health.parts.database.ok).toBe(true)
  expect(health.parts.sandbox).toEqual({ ok: false, detail: 'did not respond' })
})

test.each([
  ['jailed', { ok: true, detail: 'jailed by bubblewrap', isDegraded: false }],
  ['degraded', { ok: true, detail: 'no jail', isDegraded: true }],
  ['down', { ok: false, detail: 'gone' }],
] as const)(
  'a sandbox is reported as %s, and only failures make it unhealthy',
  async (word, sandboxHealth) => {
    await recordHeartbeat(database(), worker)

    const health = await getHealth(database(), { health: async () => sandboxHealth })

    expect(health).toMatchObject({ sandbox: word, ok: word !== 'down' })
  },
)

test('the report states that there is no worker', async () => {
  await database().worker.deleteMany()

  const health = await getHealth(database(), returns(null))

  expect(health).toMatchObject({
    ok: false,
    parts: { worker: { ok: false, detail: 'no worker is running' } },
  })
})

test('the public health report contains no host names', async () => {
  const hosts = [{ name: 'tls://box-a.internal:7443', ok: false as const, reason: 'ECONNREFUSED 10.0.0.7' }]
  const sandbox = { health: async () => ({ ok: true, detail: '1 of 2 hosts answer', hosts }) }

  expect(JSON.stringify(await getHealth(database(), sandbox))).not.toMatch(/internal|10\.0/)
})

test('admins see how the parts are', async () => {
  const status = await getStatus(await contextFor(await makeAdmin()))

  expect(status.parts.database.ok).toBe(true)
})

test('admins see each host of the sandbox', async () => {
  const hosts = [{ name: 'tls://box-a.internal:7443', ok: false as const, reason: 'ECONNREFUSED' }]
  const sandbox = { ...returns(null), health: async () => ({ ok: true, detail: '', hosts }) }

  const status = await getStatus(await contextFor(await makeAdmin(), { sandbox }))

  expect(status.hosts).toEqual(hosts)
})

test('admins see which parts were restarted, and why', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-status-'))
  vi.stubEnv('GUILDHALL_DATA_DIR', folder)
  const restart = { part: 'web server', reason: 'no answer for 30 seconds', atMs: 1 }
  recordRestart(folder, restart)

  const { restarts } = await getStatus(await contextFor(await makeAdmin()))
  vi.unstubAllEnvs()

  expect(restarts).toEqual([restart])
})

test('other users cannot see it', async () => {
  await expect(getStatus(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(getStatus(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
