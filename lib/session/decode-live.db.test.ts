// next-auth's own code, when somebody comes back from another provider with a session in the browser.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import callbackHandler from '../../node_modules/next-auth/core/lib/callback-handler.js'
import { authAdapter } from '../db/auth-adapter.ts'
import { database } from '../db/client.ts'
import { raiseSessionVersion } from '../db/users.ts'
import { makeUser } from '../testing/factories.ts'
import { decodeLive } from './decode-live.ts'
import { sealSession } from './token.ts'

const db = database()
const SECRET = 'a secret of these tests'
beforeAll(() => {
  process.env.NEXTAUTH_SECRET = SECRET
})

/** Somebody whose GitHub account is new here comes back with this session; answers whose it becomes. */
async function comeBack(sessionToken: string): Promise<string> {
  const githubId = randomUUID()
  const { user } = await callbackHandler({
    sessionToken,
    profile: { email: `${githubId}@github.test`, name: 'Mallory' },
    account: { type: 'oauth', provider: 'github', providerAccountId: githubId },
    options: {
      adapter: authAdapter(db),
      jwt: { secret: SECRET, decode: (params: { token: string; secret: string }) => decodeLive(db, params) },
      events: {},
      session: { strategy: 'jwt' },
      provider: {},
    },
  })
  return user.id
}

test('a GitHub account is connected to whoever is signed in', async () => {
  const { id } = await makeUser()

  expect(await comeBack(await sealSession({ userId: id, sessionVersion: 0 }))).toBe(id)
  expect(await db.account.count({ where: { userId: id } })).toBe(1)
})

test('with a session that was ended it becomes an account of its own', async () => {
  const { id } = await makeUser()
  const stolen = await sealSession({ userId: id, sessionVersion: 0 })

  await raiseSessionVersion(db, id)

  expect(await comeBack(stolen)).not.toBe(id)
  expect(await db.account.count({ where: { userId: id } })).toBe(0)
})
