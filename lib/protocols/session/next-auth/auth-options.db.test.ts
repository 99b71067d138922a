// Runs next-auth's own code for a person who returns from another provider with a session in the browser.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import callbackHandler from '../../../../node_modules/next-auth/core/lib/callback-handler.js'
import { raiseSessionVersion } from '../../../accounts/rows/users.ts'
import { authAdapter } from '../../../auth/rows/auth-adapter.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { makeUser } from '../../../testing/factories.ts'
import { sealSession } from '../cookies/session-token.ts'
import { authOptions } from './auth-options.ts'

const db = database()
const SECRET = 'a secret of these tests'
beforeAll(() => {
  process.env.NEXTAUTH_SECRET = SECRET
})

/** Signs in with a new GitHub account in a browser that has this session; resolves with the user's id. */
async function comeBack(sessionToken: string): Promise<string> {
  const githubId = randomUUID()
  const { user } = await callbackHandler({
    sessionToken,
    profile: { email: `${githubId}@github.test`, name: 'Mallory' },
    account: { type: 'oauth', provider: 'github', providerAccountId: githubId },
    options: {
      adapter: authAdapter(db),
      jwt: { secret: SECRET, ...authOptions().jwt },
      events: {},
      session: { strategy: 'jwt' },
      provider: {},
    },
  })
  return user.id
}

test('a new GitHub account is linked to the user who is signed in', async () => {
  const { id } = await makeUser()

  expect(await comeBack(await sealSession({ userId: id, sessionVersion: 0 }))).toBe(id)
  expect(await db.account.count({ where: { userId: id } })).toBe(1)
})

test('a new GitHub account is not linked to the user of an ended session', async () => {
  const { id } = await makeUser()
  const stolen = await sealSession({ userId: id, sessionVersion: 0 })

  await raiseSessionVersion(db, id)

  expect(await comeBack(stolen)).not.toBe(id)
  expect(await db.account.count({ where: { userId: id } })).toBe(0)
})
