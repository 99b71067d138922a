// Tests how an account at a provider is linked to an existing account.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import { cheapPasswordHash } from '../../../testing/cheap-password-hash.ts'
import { makeUser } from '../../../testing/factories.ts'
import { clearRequest } from '../../../testing/fake-next-headers.ts'
import { openBrowserSession } from '../../../testing/open-browser-session.ts'
import { addPasskey, type Jar, setUpOidcProvider } from '../../../testing/setup/accounts/oidc-provider.ts'
import { requirePendingUser } from '../cookies/second-step.ts'
import { sessionCookieName } from '../cookies/session-token.ts'

const { signIn, makeSubject } = setUpOidcProvider()

const db = database()

describe('linkByEmail', () => {
  beforeEach(() => {
    const [provider] = JSON.parse(process.env.GUILDHALL_OIDC!)
    process.env.GUILDHALL_OIDC = JSON.stringify([{ ...provider, linkByEmail: true }])
  })
  afterEach(() => {
    const [provider] = JSON.parse(process.env.GUILDHALL_OIDC!)
    process.env.GUILDHALL_OIDC = JSON.stringify([{ ...provider, linkByEmail: false, verifiesEmail: false }])
  })

  test('opens an account whose address is confirmed', async () => {
    const { id: userId, email } = await confirmedUser()

    expect((await signIn(makeSubject({ email }))).userId).toBe(userId)
    expect(await db.account.count({ where: { userId } })).toBe(1)
  })

  test('opens no account that a stranger may have created with the address of another person', async () => {
    const { id: userId, email } = await makeUser()

    const { redirect, ...session } = await signIn(makeSubject({ email }))

    expect(session.userId).toBeUndefined()
    expect(redirect).toContain('OAuthAccountNotLinked')
    expect(await db.account.count({ where: { userId } })).toBe(0)
  })

  test('links nothing to an address that the provider has not verified, unless the operator trusts it', async () => {
    const { id: userId, email } = await confirmedUser()
    const id = makeSubject({ email, email_verified: undefined })

    const { redirect, ...session } = await signIn(id)
    expect(session.userId).toBeUndefined()
    expect(redirect).toContain('OAuthAccountNotLinked')
    expect(await db.account.count({ where: { userId } })).toBe(0)

    const [provider] = JSON.parse(process.env.GUILDHALL_OIDC!)
    process.env.GUILDHALL_OIDC = JSON.stringify([{ ...provider, verifiesEmail: true }])
    clearRequest()
    expect((await signIn(id)).userId).toBe(userId)
  })

  test('asks for the second factor of the account', async () => {
    const { id: userId, email } = await confirmedUser()
    await addPasskey(userId)
    clearRequest()

    const { redirect, ...session } = await signIn(makeSubject({ email }))

    expect(session.userId).toBeUndefined()
    expect(redirect).toMatch(/\/sign-in\/second/)
    expect((await requirePendingUser()).id).toBe(userId)
  })
})

test('a session links another sign-in only after a recent re-authentication', async () => {
  const { id: userId } = await makeUser({ passwordHash: await cheapPasswordHash('a long password') })
  const id = makeSubject({})
  clearRequest()
  const jar = await openSessionOf(userId, { minutes: 11 })

  expect((await signIn(id, jar)).redirect).toContain('/settings/confirm-identity')
  expect(await db.account.count({ where: { userId } })).toBe(0)

  await signIn(id, await openSessionOf(userId, { minutes: 9 }))
  expect(await db.account.count({ where: { userId } })).toBe(1)
})

/** Returns the cookies of a browser whose person last proved to be there `minutes` ago. */
async function openSessionOf(userId: string, { minutes }: { minutes: number }): Promise<Jar> {
  const token = await openBrowserSession(userId, new Date(Date.now() - minutes * 60_000))
  return { [sessionCookieName()]: token }
}

async function confirmedUser() {
  const { id } = await makeUser()
  return db.user.update({ where: { id }, data: { emailVerified: new Date() } })
}
