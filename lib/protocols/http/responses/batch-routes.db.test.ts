import { expect, test } from 'vitest'
import { GET as EXPORT } from '#app/api/batches/[id]/rows/route.ts'
import { POST as START } from '#app/api/skills/[name]/batches/route.ts'
import { enforceRateLimit, RATE_LIMITS } from '../../../auth/enforce-rate-limit.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { startBatch } from '../../../runs/batches/start-batch.ts'
import { contextFor, makePublishedVersion, makeUser } from '../../../testing/factories.ts'
import { makeVaultKey, refusalIn } from '../../../testing/setup/storage/vault-routes.ts'

test('starting a batch and downloading its rows count as costly calls', async () => {
  const user = await makeUser()
  const { skillName: skill } = await makePublishedVersion()
  const { batch } = await startBatch(await contextFor(user), { skill, inputs: [{ name: 'Ada' }] })
  const key = await makeVaultKey(user, ['run'])
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const start = () =>
    START(
      new Request(`http://localhost/api/skills/${skill}/batches`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ inputs: [{ name: 'Ada' }] }),
      }),
      { params: Promise.resolve({ name: skill }) },
    )
  const download = () =>
    EXPORT(new Request(`http://localhost/api/batches/${batch.id}/rows?format=csv`, { headers }), {
      params: Promise.resolve({ id: batch.id }),
    })
  expect([(await start()).status, (await download()).status]).toEqual([202, 200])
  const { points } = RATE_LIMITS.costlyByPerson
  await enforceRateLimit(database(), RATE_LIMITS.costlyByPerson, user.id, points - 2)

  for (const call of [start, download]) expect(await refusalIn(call())).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
})
