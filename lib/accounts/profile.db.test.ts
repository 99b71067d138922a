// Tests changes to one's own account: the name, the password, and ending every session.
import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { cheapPasswordHash } from '../testing/cheap-password-hash.ts'
import { contextFor, freshName, makeUser, visitor } from '../testing/factories.ts'
import { changeName, changePassword, getProfile, signOutEverywhere } from './profile.ts'
import { checkSignIn } from './sign-in.ts'

const db = database()
const OLD = 'an old long password'
const NEW = 'a new long password'
const passwordHash = await cheapPasswordHash(OLD)

test('a new name also renames the personal organisation', async () => {
  const user = await makeUser()

  await changeName(await contextFor(user), '  Grace   Hopper ')

  expect(await getProfile(await contextFor(user))).toMatchObject({ name: 'Grace Hopper', email: user.email })
  expect(await db.organisation.findUnique({ where: { personalOfId: user.id } })).toMatchObject({
    name: 'Grace Hopper',
  })
})

test('an empty name is refused, and visitors have no profile', async () => {
  const ctx = await contextFor(await makeUser())

  await expect(changeName(ctx, ' ')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(changeName(visitor(), 'Ada')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(getProfile(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a new password requires the current one, and ends every session', async () => {
  const user = await makeUser({ passwordHash })

  const { sessionVersion } = await changePassword(await contextFor(user), { current: OLD, password: NEW })

  expect(sessionVersion).toBe(1)
  const signedIn = await checkSignIn(
    visitor(),
    { email: user.email, password: NEW },
    { address: freshName() },
  )
  expect(signedIn.sessionVersion).toBe(1)
  const withOld = checkSignIn(visitor(), { email: user.email, password: OLD }, { address: freshName() })
  await expect(withOld).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a wrong current password changes nothing, and cannot be guessed for ever', async () => {
  const user = await makeUser({ passwordHash })
  const ctx = await contextFor(user)
  const guess = (current: string) => changePassword(ctx, { current, password: NEW })

  await expect(guess('wrong')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/current' }] },
  })
  await Promise.allSettled(Array.from({ length: 9 }, () => guess('wrong')))
  await expect(guess(OLD)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({
    passwordHash,
    sessionVersion: 0,
  })
})

test('a missing current password counts as a wrong one', async () => {
  const ctx = await contextFor(await makeUser({ passwordHash }))

  await expect(changePassword(ctx, { password: NEW })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a user who signed up with GitHub can set a first password', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  expect(await getProfile(ctx)).toMatchObject({ hasPassword: false })

  await changePassword(ctx, { password: NEW })

  expect(await getProfile(ctx)).toMatchObject({ hasPassword: true })
})

test('signing out everywhere raises the version that sessions must carry', async () => {
  const user = await makeUser()

  await signOutEverywhere(await contextFor(user))

  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({ sessionVersion: 1 })
  await expect(signOutEverywhere(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
