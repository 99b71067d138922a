import { expect, test } from 'vitest'
import { showReplayCase } from '#app/runs/updates/actions.ts'
import { enforceRateLimit, RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { makeUser } from '../../testing/factories.ts'
import { openBrowserSession } from '../../testing/open-browser-session.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

test('showing a case of a replay counts as costly, because it runs two versions', async () => {
  const { id } = await makeUser()
  await openBrowserSession(id)
  const { points } = RATE_LIMITS.costlyByPerson
  await enforceRateLimit(database(), RATE_LIMITS.costlyByPerson, id, points - 1)
  const show = () => showReplayCase('01a22973-6f86-715d-9ab6-a43740fc861d', 0)

  expect(await show()).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  expect(await show()).toMatchObject({ ok: false, error: { code: 'RATE_LIMIT_EXCEEDED' } })
})
