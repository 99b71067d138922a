import { expect, test } from 'vitest'
import { contextFor, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import { returns } from '../testing/pretend-sandbox.ts'
import { getStatus } from './get-status.ts'

test('admins see how the parts are', async () => {
  const status = await getStatus(await contextFor(await makeAdmin()))

  expect(status.parts.database.ok).toBe(true)
})

test('admins see each host of the sandbox', async () => {
  const hosts = [{ name: 'tls://box-a.internal:7443', ok: false as const, why: 'ECONNREFUSED' }]
  const sandbox = { ...returns(null), health: async () => ({ ok: true, detail: '', hosts }) }

  const status = await getStatus(await contextFor(await makeAdmin(), { sandbox }))

  expect(status.hosts).toEqual(hosts)
})

test('nobody else does', async () => {
  await expect(getStatus(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(getStatus(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
