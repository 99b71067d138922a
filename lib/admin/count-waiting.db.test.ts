import { expect, test } from 'vitest'
import { listPublishers } from '../publishing/review/read/list-publishers.ts'
import { contextFor, makeAdmin, makePublishedVersion, makeUser } from '../testing/factories.ts'
import { countWaiting } from './count-waiting.ts'

test('what waits for an admin, and the publishers, are for admins only', async () => {
  const admin = await contextFor(await makeAdmin())
  const { skillName } = await makePublishedVersion()
  const [handle = ''] = skillName.split('.')

  expect(await countWaiting(admin)).toEqual({ reviews: expect.any(Number), reports: expect.any(Number) })
  const { publishers } = await listPublishers(admin, { text: handle, page: 0 })
  expect(publishers).toMatchObject([{ handle, skillSets: 1, recalled: 0, runs30d: 0, verified: false }])

  const user = await contextFor(await makeUser())
  for (const refused of [countWaiting(user), listPublishers(user, { text: '', page: 0 })])
    await expect(refused).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})
