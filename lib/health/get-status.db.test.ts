import { expect, test } from 'vitest'
import { contextFor, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import { getStatus } from './get-status.ts'

test('admins see how the parts are', async () => {
  const status = await getStatus(await contextFor(await makeAdmin()))

  expect(status.parts.database.ok).toBe(true)
})

test('nobody else does', async () => {
  await expect(getStatus(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(getStatus(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
