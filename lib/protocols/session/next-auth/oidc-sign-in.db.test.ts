// Tests sign-in with OpenID Connect at a real provider.
import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import { makeUser } from '../../../testing/factories.ts'
import { clearRequest } from '../../../testing/fake-next-headers.ts'
import { addPasskey, setUpOidcProvider } from '../../../testing/setup/accounts/oidc-provider.ts'
import { requirePendingUser } from '../cookies/second-step.ts'

const oidc = setUpOidcProvider()
const { makeSubject, signIn, claimsOf } = oidc

const db = database()

test('a new person gets an account, and their groups give and take roles', async () => {
  const id = makeSubject({ groups: ['admins', 'data'] })

  const { userId } = await signIn(id)

  const find = () =>
    db.user.findUniqueOrThrow({
      where: { id: userId! },
      include: { memberships: true, browserSessions: true },
    })
  const user = await find()
  expect(user).toMatchObject({ email: `${id}@acme.test`, name: 'Ada Lovelace', role: 'ADMIN' })
  expect(user.emailVerified).toBeInstanceOf(Date)
  expect(user.memberships).toContainEqual(
    expect.objectContaining({ organisationId: oidc.organisationId, role: 'ADMIN' }),
  )
  expect(user.browserSessions).toMatchObject([{ method: 'acme' }])

  await makeUser({ role: 'ADMIN' })
  claimsOf.set(id, { ...claimsOf.get(id), groups: [] })
  expect((await signIn(id)).userId).toBe(userId)

  const later = await find()
  expect(later.role).toBe('USER')
  expect(later.memberships.map((membership) => membership.organisationId)).not.toContain(oidc.organisationId)
})

test('an account with the same address is not taken over', async () => {
  const existing = await makeUser()
  const id = makeSubject({ email: existing.email })

  const { userId, redirect } = await signIn(id)

  expect(userId).toBeUndefined()
  expect(redirect).toContain('OAuthAccountNotLinked')
})

test('an address that the provider did not verify opens nothing', async () => {
  const id = makeSubject({ email_verified: false })

  const { userId, redirect } = await signIn(id)

  expect(userId).toBeUndefined()
  expect(redirect).toContain('error=NoEmail')
})

test('a locked account stays locked', async () => {
  const id = makeSubject({})
  const { userId } = await signIn(id)
  await db.user.update({ where: { id: userId! }, data: { lockedAt: new Date() } })

  expect((await signIn(id)).redirect).toContain('error=Locked')
})

test('a person with a second factor is asked for it, and gets no session before', async () => {
  const id = makeSubject({ groups: ['data'] })
  const userId = (await signIn(id)).userId!
  await addPasskey(userId)
  claimsOf.set(id, { ...claimsOf.get(id), groups: [] })
  clearRequest()

  const again = await signIn(id)

  expect(again.userId).toBeUndefined()
  expect(again.redirect).toMatch(/\/sign-in\/second/)
  expect(await db.browserSession.count({ where: { userId } })).toBe(1)
  expect((await requirePendingUser()).id).toBe(userId)
  // The provider's groups apply nevertheless.
  expect(await db.membership.count({ where: { userId, organisationId: oidc.organisationId } })).toBe(0)
})
