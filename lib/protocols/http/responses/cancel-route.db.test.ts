import { beforeAll, expect, test } from 'vitest'
import { POST } from '#app/api/runs/[id]/cancel/route.ts'
import { createKey } from '../../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import { contextFor, makePublishedVersion, makeUser, type TestUser } from '../../../testing/factories.ts'

let user: TestUser
let runId: string

beforeAll(async () => {
  user = await makeUser()
  const { skillName } = await makePublishedVersion()
  runId = (await runToEnd(await contextFor(user), { skill: { name: skillName }, args: { name: 'Ada' } })).id
})

async function cancel(of: TestUser, scopes: KeyScope[]): Promise<{ status: number; body: unknown }> {
  const { key } = await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })
  const headers = { authorization: `Bearer ${key}` }
  const request = new Request(`http://localhost/api/runs/${runId}/cancel`, { method: 'POST', headers })
  const response = await POST(request, { params: Promise.resolve({ id: runId }) })
  return { status: response.status, body: await response.json() }
}

test('a key ends a run that is queued', async () => {
  await database().run.update({
    where: { id: runId },
    data: { state: 'queued', endedAt: null, output: undefined, leaseUntil: new Date(Date.now() + 60_000) },
  })

  const { status, body } = await cancel(user, ['run'])

  expect({ status, body }).toMatchObject({
    status: 200,
    body: { run_id: runId, status: 'failed', errors: [{ code: 'CANCELLED' }] },
  })
  expect(await database().run.findUnique({ where: { id: runId } })).toMatchObject({ state: 'cancelled' })
})

test('a read-only key cannot cancel, and another organisation’s key finds nothing', async () => {
  expect(await cancel(user, ['read'])).toMatchObject({ status: 403 })
  expect(await cancel(await makeUser(), ['run'])).toMatchObject({ status: 404 })
})
