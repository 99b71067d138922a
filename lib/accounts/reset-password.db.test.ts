// Tests the one-time link for a new password: who may create it, and that it works once.
import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import { grantAdminRole as promote } from './manage-users.ts'
import { getResetLink, makeResetLink, resetPassword } from './reset-password.ts'
import { checkSignIn } from './sign-in.ts'

const db = database()
const system = { ...visitor(), channel: 'system' as const }
const PASSWORD = 'a new long password'
const tokenOf = (path: string) => path.split('/').at(-1)!

test('a reset link sets the password once, and ends every session', async () => {
  const user = await makeUser()
  const { path } = await makeResetLink(system, user.email)
  const token = tokenOf(path)
  expect(await getResetLink(visitor(), token)).toEqual({ email: user.email })

  await resetPassword(visitor(), { token, password: PASSWORD }, freshName())

  const signedIn = await checkSignIn(
    visitor(),
    { email: user.email, password: PASSWORD },
    { address: freshName() },
  )
  expect(signedIn.sessionVersion).toBe(1)
  const again = resetPassword(visitor(), { token, password: 'another password' }, freshName())
  await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getResetLink(visitor(), token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('of two simultaneous uses of a reset link only one succeeds', async () => {
  const user = await makeUser()
  const token = tokenOf((await makeResetLink(system, user.email)).path)

  const endings = await Promise.allSettled(
    [1, 2].map((turn) => resetPassword(visitor(), { token, password: `${PASSWORD} ${turn}` }, freshName())),
  )

  expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a used reset link invalidates the older ones of its person', async () => {
  const user = await makeUser()
  const [older, newer] = [await makeResetLink(system, user.email), await makeResetLink(system, user.email)]
  await resetPassword(visitor(), { token: tokenOf(newer.path), password: PASSWORD }, freshName())

  await expect(getResetLink(visitor(), tokenOf(older.path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an expired reset link sets no password', async () => {
  const user = await makeUser()
  const token = tokenOf((await makeResetLink(system, user.email)).path)
  await db.resetLink.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(Date.now() - 1) } })

  const attempt = resetPassword(visitor(), { token, password: PASSWORD }, freshName())

  await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a weak password does not use a reset link up', async () => {
  const user = await makeUser()
  const token = tokenOf((await makeResetLink(system, user.email)).path)

  const attempt = resetPassword(visitor(), { token, password: 'short' }, freshName())

  await expect(attempt).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await getResetLink(visitor(), token)).toEqual({ email: user.email })
})

test('only a hash of a reset link is stored', async () => {
  const user = await makeUser()
  const { path } = await makeResetLink(system, user.email)

  const row = await db.resetLink.findFirstOrThrow({ where: { userId: user.id } })
  expect(JSON.stringify(row)).not.toContain(tokenOf(path))
})

test('only admins can create a reset link in the browser', async () => {
  const user = await makeUser()

  await expect(makeResetLink(await contextFor(await makeAdmin()), user.email)).resolves.toBeTruthy()
  await expect(makeResetLink(await contextFor(user), user.email)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(makeResetLink(visitor(), user.email)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a reset link for an unknown user is refused', async () => {
  await expect(makeResetLink(system, 'nobody@test.local')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the command line makes admins, people without the role do not', async () => {
  const user = await makeUser()

  await expect(promote(await contextFor(user), user.email)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await promote(system, user.email.toUpperCase())

  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({ role: 'ADMIN' })
  await expect(promote(system, 'nobody@test.local')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
