// When a browser signs in again, its previous session must end.
import { beforeEach, expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import { makeUser } from '../../../testing/factories.ts'
import { clearRequest, requestCookies } from '../../../testing/fake-next-headers.ts'
import { sessionOf } from '../context/session-viewer.ts'
import { beginSession } from './session-cookie.ts'
import { sessionCookieName } from './session-token.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

const db = database()
const token = () => requestCookies.get(sessionCookieName())
const signIn = (userId: string) => beginSession({ userId, sessionVersion: 0 }, 'password')

beforeEach(clearRequest)

test.each(['the same person', 'another person'])(
  'revokes the session before when %s signs in',
  async (who) => {
    const first = (await makeUser()).id
    const second = who === 'the same person' ? first : (await makeUser()).id
    await signIn(first)
    const before = token()

    await signIn(second)

    expect(await sessionOf(db, before)).toBeNull()
    expect(await sessionOf(db, token())).toMatchObject({ viewer: { userId: second } })
  },
)

test('signs in a browser whose cookie is not a session', async () => {
  const { id } = await makeUser()
  requestCookies.set(sessionCookieName(), 'not a session')

  await signIn(id)

  expect(await sessionOf(db, token())).toMatchObject({ viewer: { userId: id } })
})
