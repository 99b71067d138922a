// Tests the mails about accounts: verification and reset.
import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { listNotices } from '../notices/send-notice.ts'
import { contextFor, freshName, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import { mailsTo, PASSWORD, setUpMailOutbox, tokenTo } from '../testing/setup/accounts/account-mails.ts'
import { confirmEmail, getConfirmation } from './confirm-email.ts'
import { ANSWER_MS, requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { checkSignIn, signUp } from './sign-in.ts'

setUpMailOutbox()

const db = database()

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

test('the time of the answer to a reset request does not reveal an account', async () => {
  const startedMs = performance.now()

  await requestReset(visitor(), { email: `${freshName()}@test.local` }, freshName())

  expect(performance.now() - startedMs).toBeGreaterThan(ANSWER_MS - 20)
})

test('a reset request on a site without mail is passed to the admins', async () => {
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
