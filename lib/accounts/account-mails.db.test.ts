// Tests the mails about accounts: verification, reset, change of address.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { database } from '../db/core/prisma-client.ts'
import { getNoticePreferences, setNoticePreference, unsubscribe } from '../notices/notice-preferences.ts'
import { listNotices, sendNotice } from '../notices/send-notice.ts'
import { contextFor, freshName, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import { changeEmail, confirmEmail, getConfirmation, getEmailStatus } from './confirm-email.ts'
import { hashPassword } from './credentials.ts'
import { changePassword, signOutEverywhere } from './profile.ts'
import { ANSWER_MS, requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { checkSignIn, signUp } from './sign-in.ts'

const db = database()
const PASSWORD = 'a long password'

beforeEach(() => {
  process.env.GUILDHALL_MAIL_OUTBOX = '1'
  process.env.NEXTAUTH_SECRET ??= 'a secret of tests'
})
afterEach(() => {
  delete process.env.GUILDHALL_MAIL_OUTBOX
})

async function mailsTo(email: string) {
  return db.mail.findMany({ where: { to: email }, orderBy: { id: 'asc' } })
}

async function tokenTo(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1)
  return /\/(?:reset|confirm-email)\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function verifiedUser() {
  const user = await makeUser({ passwordHash: await hashPassword(PASSWORD) })
  return db.user.update({
    where: { id: user.id },
    data: { emailVerified: new Date() },
    include: { personal: true },
  })
}

const contextOf = async (user: Awaited<ReturnType<typeof verifiedUser>>) =>
  contextFor({ ...user, organisation: user.personal! })

test('a new account confirms its address with the link in its mail, once', async () => {
  const email = `${freshName()}@test.local`
  const user = await signUp(visitor(), { name: freshName(), email, password: PASSWORD }, freshName())
  const token = await tokenTo(email)
  expect(await getConfirmation(visitor(), token)).toEqual({ email, isChange: false })

  expect(await confirmEmail(visitor(), token)).toBe('verified')

  expect((await db.user.findUnique({ where: { id: user.id } }))?.emailVerified).toBeInstanceOf(Date)
  await expect(confirmEmail(visitor(), token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('creating accounts again and again with an address mails it at most five times an hour', async () => {
  const email = `${freshName()}@test.local`
  for (let turn = 0; turn < 7; turn++) {
    const { id } = await signUp(visitor(), { name: freshName(), email, password: PASSWORD }, freshName())
    await db.user.update({ where: { id }, data: { email: `${freshName()}@deleted.local` } })
  }

  expect(await mailsTo(email)).toHaveLength(5)
})

test('a reset link is mailed, and opens the account', async () => {
  const user = await makeUser()

  await requestReset(visitor(), { email: user.email.toUpperCase() }, freshName())
  await resetPassword(visitor(), { token: await tokenTo(user.email), password: PASSWORD }, freshName())

  const signedIn = checkSignIn(visitor(), { email: user.email, password: PASSWORD }, { address: freshName() })
  await expect(signedIn).resolves.toMatchObject({ id: user.id })
})

test('asking for a reset reveals no account, and mails at most three times an hour', async () => {
  const user = await makeUser()
  const stranger = `${freshName()}@test.local`

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      requestReset(visitor(), { email: turn % 2 ? user.email : stranger }, freshName()),
    ),
  )
  expect(answers).toEqual(Array(10).fill(undefined))

  expect(await mailsTo(user.email)).toHaveLength(3)
  expect(await mailsTo(stranger)).toEqual([])
})

test('the time of the answer does not reveal an account either', async () => {
  const startedMs = performance.now()

  await requestReset(visitor(), { email: `${freshName()}@test.local` }, freshName())

  expect(performance.now() - startedMs).toBeGreaterThan(ANSWER_MS - 20)
})

test('on a site without mail the admins are asked', async () => {
  delete process.env.GUILDHALL_MAIL_OUTBOX
  const [admin, user] = [await makeAdmin(), await makeUser()]

  await requestReset(visitor(), { email: user.email }, freshName())

  const { notices } = await listNotices(await contextFor(admin))
  expect(notices).toContainEqual(
    expect.objectContaining({
      kind: 'reset.requested',
      href: `/admin/people?q=${encodeURIComponent(user.email)}`,
    }),
  )
})

test('an address changes once the old and the new one are confirmed', async () => {
  const user = await verifiedUser()
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
  const user = await verifiedUser()
  const [old, email] = [user.email, `${freshName()}@test.local`]
  await requestReset(visitor(), { email: old }, freshName())
  const token = await tokenTo(old)
  await changeEmail(await contextOf(user), { email, current: PASSWORD })
  for (const address of [old, email]) await confirmEmail(visitor(), await tokenTo(address))

  const late = resetPassword(visitor(), { token, password: 'another long password' }, freshName())

  await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a change needs the password and a free address', async () => {
  const [user, other] = [await verifiedUser(), await makeUser()]
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

test('an address that was taken before the confirmation is refused', async () => {
  const user = await verifiedUser()
  const email = `${freshName()}@test.local`
  await changeEmail(await contextOf(user), { email, current: PASSWORD })
  await confirmEmail(visitor(), await tokenTo(user.email))
  await makeUser({ email })

  const token = /\/confirm-email\/(\S+)/.exec((await mailsTo(email))[0]!.text)![1]!
  await expect(confirmEmail(visitor(), token)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a password reset ends a pending change of address', async () => {
  const user = await verifiedUser()
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

const notice = { kind: 'submission.approved', title: 'Approved', body: 'It is public.', href: '/press/tools' }
const send = (userId: string) => db.$transaction((tx) => sendNotice(tx, [userId], notice))

test('notices are mailed to confirmed addresses, until the person unsubscribes', async () => {
  const [user, unconfirmed] = [await verifiedUser(), await makeUser()]
  await send(user.id)
  await send(unconfirmed.id)
  expect(await mailsTo(unconfirmed.email)).toEqual([])
  const [mail] = await mailsTo(user.email)
  expect(mail).toMatchObject({ subject: 'Approved', text: expect.stringContaining('/press/tools') })

  await unsubscribe(visitor(), mail!.unsubscribeUrl!.split('/').at(-1)!)
  await send(user.id)

  expect(await mailsTo(user.email)).toHaveLength(1)
  expect((await listNotices(await contextOf(user))).notices).toHaveLength(2)
})

test.each(['', 'a.b.c', '..', 'x.reviews.AAAA'])('the unsubscribe token %j is refused', async (token) => {
  await expect(unsubscribe(visitor(), token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('notices about signing in cannot be turned off', async () => {
  const user = await verifiedUser()
  const ctx = await contextOf(user)
  const off = { topic: 'account', onSite: false, byEmail: false, byWebhook: false } as const
  await expect(setNoticePreference(ctx, off)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  // Earlier versions stored such a preference.
  await db.noticePreference.create({ data: { userId: user.id, ...off } })

  const removed = { ...notice, kind: 'account.factor_removed' }
  await db.$transaction((tx) => sendNotice(tx, [user.id], removed))

  expect(await mailsTo(user.email)).toMatchObject([{ unsubscribeUrl: null }])
  expect((await listNotices(ctx)).notices).toHaveLength(1)
  expect((await getNoticePreferences(ctx)).map(({ topic }) => topic)).not.toContain('account')
})

test('a topic can be turned off on the site as well', async () => {
  const user = await verifiedUser()
  const ctx = await contextOf(user)
  await setNoticePreference(ctx, { topic: 'reviews', onSite: false, byEmail: false, byWebhook: false })

  await send(user.id)

  expect((await listNotices(ctx)).notices).toEqual([])
  const preferences = await getNoticePreferences(ctx)
  expect(preferences.find(({ topic }) => topic === 'reviews')).toMatchObject({
    onSite: false,
    byEmail: false,
  })
  expect(preferences.map(({ topic }) => topic)).not.toContain('requests')
  await expect(setNoticePreference(ctx, { topic: 'nonsense' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expect(setNoticePreference(visitor(), {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
