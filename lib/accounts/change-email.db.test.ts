import { expect, test } from 'vitest'
import { hashPassword } from '../auth/credentials.ts'
import type { Context } from '../context/context.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeUser, visitor } from '../testing/factories.ts'
import {
  contextOf,
  mailsTo,
  makeVerifiedUser,
  PASSWORD,
  setUpMailOutbox,
  tokenTo,
} from '../testing/setup/accounts/account-mails.ts'
import { changeEmail, confirmEmail, getEmailStatus } from './confirm-email.ts'
import { changePassword, signOutEverywhere } from './profile.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { signUp } from './sign-in.ts'

setUpMailOutbox()

const db = database()

test('an address changes once the old and the new one are confirmed', async () => {
  const user = await makeVerifiedUser()
  const ctx = await contextOf(user)
  const email = `${freshName()}@test.local`

  expect(await changeEmail(ctx, { email, current: PASSWORD })).toEqual({ isDone: false })
  const [atNew, atOld] = [await tokenTo(email), await tokenTo(user.email)]
  expect(await confirmEmail(visitor(), atNew)).toBe('old')
  expect((await getEmailStatus(ctx)).pending).toEqual({ email, missing: ['old'] })
  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({ email: user.email })

  expect(await confirmEmail(visitor(), atOld)).toBe('changed')

  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({ email })
  expect((await mailsTo(user.email)).at(-1)?.subject).toBe('Your email address was changed')
})

test('a changed address ends reset links that went to the old one', async () => {
  const user = await makeVerifiedUser()
  const [old, email] = [user.email, `${freshName()}@test.local`]
  await requestReset(visitor(), { email: old }, freshName())
  const token = await tokenTo(old)
  await changeEmail(await contextOf(user), { email, current: PASSWORD })
  for (const address of [old, email]) await confirmEmail(visitor(), await tokenTo(address))

  const late = resetPassword(visitor(), { token, password: 'another long password' }, freshName())

  await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a change of address needs the password and a free address', async () => {
  const [user, other] = [await makeVerifiedUser(), await makeUser()]
  const ctx = await contextOf(user)

  for (const [given, path] of [
    [{ email: 'new@test.local', current: 'wrong' }, '/current'],
    [{ email: other.email, current: PASSWORD }, '/email'],
    [{ email: user.email, current: PASSWORD }, '/email'],
    [{ email: 'no address', current: PASSWORD }, '/email'],
  ] as const)
    await expect(changeEmail(ctx, given)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path }] },
    })
})

test.each([
  [
    'a new password',
    (ctx: Context) => changePassword(ctx, { current: PASSWORD, password: 'another password' }),
  ],
  ['signing out everywhere', (ctx: Context) => signOutEverywhere(ctx)],
])('%s ends what a thief may have begun: a change of address, and reset links', async (_, act) => {
  const user = await makeUser({ passwordHash: await hashPassword(PASSWORD) })
  const ctx = await contextFor(user)
  const email = `${freshName()}@thief.local`
  await requestReset(visitor(), { email: user.email }, freshName())
  const resetToken = await tokenTo(user.email)
  await changeEmail(ctx, { email, current: PASSWORD })
  const token = await tokenTo(email)

  await act(ctx)

  await expect(confirmEmail(visitor(), token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const reset = resetPassword(visitor(), { token: resetToken, password: PASSWORD }, freshName())
  await expect(reset).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a new password leaves the link that confirms a new account', async () => {
  const email = `${freshName()}@test.local`
  const { id } = await signUp(visitor(), { name: freshName(), email, password: PASSWORD }, freshName())
  const token = await tokenTo(email)
  const user = await db.user.findUniqueOrThrow({ where: { id }, include: { personal: true } })

  await changePassword(await contextOf(user), { current: PASSWORD, password: 'another password' })

  expect(await confirmEmail(visitor(), token)).toBe('verified')
})

test('a new address that another account took before its confirmation is refused', async () => {
  const user = await makeVerifiedUser()
  const email = `${freshName()}@test.local`
  await changeEmail(await contextOf(user), { email, current: PASSWORD })
  await confirmEmail(visitor(), await tokenTo(user.email))
  await makeUser({ email })

  const token = /\/confirm-email\/(\S+)/.exec((await mailsTo(email))[0]!.text)![1]!
  await expect(confirmEmail(visitor(), token)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a password reset ends a pending change of address', async () => {
  const user = await makeVerifiedUser()
  const email = `${freshName()}@test.local`
  await changeEmail(await contextOf(user), { email, current: PASSWORD })
  const token = await tokenTo(email)
  await requestReset(visitor(), { email: user.email }, freshName())
  await resetPassword(
    visitor(),
    { token: await tokenTo(user.email), password: 'another password' },
    freshName(),
  )

  await expect(confirmEmail(visitor(), token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
