import { expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { beat } from '../db/workers.ts'
import { returns } from '../testing/pretend-sandbox.ts'
import { getHealth } from './get-health.ts'

const worker = { id: 'test', host: 'here' }

test('everything is well when each part answers', async () => {
  await beat(database(), worker)

  const health = await getHealth(database(), returns(null))

  expect(health.ok).toBe(true)
  expect(health.parts.database).toEqual({ ok: true, detail: 'answers' })
})

test('a part that fails is named, without the words of its error', async () => {
  const broken = { health: () => Promise.reject(new Error('connect ECONNREFUSED /secret/path')) }

  const health = await getHealth(database(), broken)

  expect(health.ok).toBe(false)
  expect(health.parts.database.ok).toBe(true)
  expect(health.parts.sandbox).toEqual({ ok: false, detail: 'does not answer' })
})

test.each([
  ['jailed', { ok: true, detail: 'jailed by bubblewrap', isDegraded: false }],
  ['degraded', { ok: true, detail: 'no jail', isDegraded: true }],
  ['down', { ok: false, detail: 'gone' }],
] as const)('a sandbox is said to be %s, and only what does not work makes it ill', async (word, said) => {
  await beat(database(), worker)

  const health = await getHealth(database(), { health: async () => said })

  expect(health).toMatchObject({ sandbox: word, ok: word !== 'down' })
})

test('without a worker it says so', async () => {
  await database().worker.deleteMany()

  const health = await getHealth(database(), returns(null))

  expect(health).toMatchObject({
    ok: false,
    parts: { worker: { ok: false, detail: 'no worker is heard of' } },
  })
})

test('what anybody may read names no host', async () => {
  const hosts = [{ name: 'tls://box-a.internal:7443', ok: false as const, why: 'ECONNREFUSED 10.0.0.7' }]
  const sandbox = { health: async () => ({ ok: true, detail: '1 of 2 hosts answer', hosts }) }

  expect(JSON.stringify(await getHealth(database(), sandbox))).not.toMatch(/internal|10\.0/)
})
