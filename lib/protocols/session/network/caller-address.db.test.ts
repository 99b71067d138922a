// Server actions count calls where they create their result, by person or by a visitor's address.
import { beforeEach, describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../../auth/enforce-rate-limit.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { makeUser } from '../../../testing/factories.ts'
import { clearRequest, requestCookies, requestHeaders } from '../../../testing/fake-next-headers.ts'
import { actionResult, performAction } from '../../http/responses/action-result.ts'
import { sealSession, sessionCookieName } from '../cookies/session-token.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

const db = database()
const used = (name: string, who: string, points: number) =>
  db.rateLimit.updateMany({ where: { key: `${name}:${who}` }, data: { points } })

let performed = 0
const work = async () => {
  performed += 1
}

beforeEach(() => {
  clearRequest()
  performed = 0
})

async function signIn(): Promise<string> {
  const user = await makeUser()
  requestCookies.set(sessionCookieName(), await sealSession({ userId: user.id, sessionVersion: 0 }))
  return user.id
}

describe('a person', () => {
  test('over the limit is refused with a Retry-After, and nothing is done', async () => {
    const userId = await signIn()
    expect(await actionResult(work)).toMatchObject({ ok: true })
    await used(RATE_LIMITS.actionByPerson.name, userId, RATE_LIMITS.actionByPerson.points)

    expect(await actionResult(work)).toMatchObject({
      ok: false,
      error: {
        code: 'RATE_LIMIT_EXCEEDED',
        message: expect.stringMatching(/\d/),
        retry_after: expect.any(Number),
      },
    })
    expect(performed).toBe(1)
  })

  test('has a smaller limit for expensive actions in addition to the general one', async () => {
    const userId = await signIn()
    await performAction({ isCostly: true }, work)
    await used(RATE_LIMITS.costlyByPerson.name, userId, RATE_LIMITS.costlyByPerson.points)

    expect(await performAction({ isCostly: true }, work)).toMatchObject({
      error: { code: 'RATE_LIMIT_EXCEEDED' },
    })
    expect(await actionResult(work)).toMatchObject({ ok: true })
  })

  test('does not use up the allowance of another', async () => {
    const userId = await signIn()
    await actionResult(work)
    await used(RATE_LIMITS.actionByPerson.name, userId, RATE_LIMITS.actionByPerson.points)
    await signIn()

    expect(await actionResult(work)).toMatchObject({ ok: true })
  })
})

test('visitors are counted by address, also with a session that was forged', async () => {
  requestHeaders.set('x-forwarded-for', '192.0.2.77')
  requestCookies.set(sessionCookieName(), 'forged')
  await actionResult(work)
  await used(RATE_LIMITS.actionByAddress.name, '192.0.2.77', RATE_LIMITS.actionByAddress.points)

  expect(await actionResult(work)).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED' } })
  requestHeaders.set('x-forwarded-for', '192.0.2.78')
  expect(await actionResult(work)).toMatchObject({ ok: true })
})
