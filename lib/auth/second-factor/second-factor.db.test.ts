// Tests authenticator apps, recovery codes, and who must have a factor.
import { afterEach, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { listNotices } from '../../notices/send-notice.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { codeOf, makeBrowserSession, makeUserWithTotp } from '../../testing/setup/accounts/second-factor.ts'
import { requireSecondFactor } from '../factor-policy.ts'
import { hasSecondFactor } from '../rows/factor-rows.ts'
import { beginTotp, confirmTotp, getTotpStatus, removeTotp, verifyCode } from './totp.ts'

const db = database()
const ORIGIN = { address: '192.0.2.1' }

afterEach(() => {
  delete process.env.GUILDHALL_REQUIRE_SECOND_FACTOR
})

test('an authenticator app takes effect with its first code, and each code works once', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const { secret, qrSvg } = await beginTotp(ctx)
  expect(qrSvg).toContain('<svg')
  expect(await hasSecondFactor(db, user.id)).toBe(false)

  await expect(confirmTotp(ctx, '000000')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await confirmTotp(ctx, codeOf(secret, -1))).toHaveLength(10)

  expect(await hasSecondFactor(db, user.id)).toBe(true)
  const code = codeOf(secret)
  await verifyCode(db, user.id, code, ORIGIN)
  await expect(verifyCode(db, user.id, code, ORIGIN)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(beginTotp(ctx)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('only the sealed secret is stored', async () => {
  const { user, secret } = await makeUserWithTotp()

  const row = await db.totpFactor.findUniqueOrThrow({ where: { userId: user.id } })
  expect(Buffer.from(row.sealed).includes(secret)).toBe(false)
})

test('a recovery code works once, and only for its person', async () => {
  const { user, ctx, codes } = await makeUserWithTotp()
  const stranger = await makeUser()

  await expect(verifyCode(db, stranger.id, codes[0]!, ORIGIN)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await verifyCode(db, user.id, codes[0]!.toUpperCase(), ORIGIN)
  await expect(verifyCode(db, user.id, codes[0]!, ORIGIN)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  expect(await getTotpStatus(ctx)).toEqual({ hasTotp: true, recoveryCodes: 9 })
})

test('guesses are limited', async () => {
  const { user, secret } = await makeUserWithTotp()
  for (let turn = 0; turn < 10; turn++)
    await expect(verifyCode(db, user.id, '12345', ORIGIN)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  await expect(verifyCode(db, user.id, codeOf(secret), ORIGIN)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  })
})

test('someone with the password does not lock the person out, who is notified', async () => {
  const { user, ctx, secret, codes } = await makeUserWithTotp()
  for (let address = 1; address <= 11; address++)
    for (let turn = 0; turn < 10; turn++)
      await verifyCode(db, user.id, '000000', { address: `192.0.2.${address}` }).catch(() => {})

  const refused = { code: 'RATE_LIMIT_EXCEEDED' }
  const code = codeOf(secret)
  await expect(verifyCode(db, user.id, code, { address: '198.51.100.1' })).rejects.toMatchObject(refused)
  await verifyCode(db, user.id, code, { trusted: 'the person’s own browser' })
  await verifyCode(db, user.id, codes[0]!, { address: '198.51.100.1' })

  const { notices } = await listNotices(ctx)
  expect(notices).toMatchObject([{ kind: 'account.wrong_codes', href: '/settings/security' }])
})

test('in a browser that has signed in before, guesses are limited too', async () => {
  const { user, secret } = await makeUserWithTotp()
  const browser = { trusted: 'a browser' }
  for (let turn = 0; turn < 10; turn++)
    await expect(verifyCode(db, user.id, '12345', browser)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  await expect(verifyCode(db, user.id, codeOf(secret), browser)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  })
})

test('an app can be removed, with its recovery codes', async () => {
  const { user, ctx } = await makeUserWithTotp()

  await removeTotp(ctx)

  expect(await hasSecondFactor(db, user.id)).toBe(false)
  expect(await getTotpStatus(ctx)).toEqual({ hasTotp: false, recoveryCodes: 0 })
})

test('the operator can require a factor of publishers', async () => {
  const ctx = await makeBrowserSession(1)
  await expect(requireSecondFactor(ctx, 'publishers')).resolves.toBeUndefined()
  process.env.GUILDHALL_REQUIRE_SECOND_FACTOR = 'admins, publishers'
  await expect(requireSecondFactor(ctx, 'publishers')).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })

  const { secret } = await beginTotp(ctx)
  await confirmTotp(ctx, codeOf(secret))

  await expect(requireSecondFactor(ctx, 'publishers')).resolves.toBeUndefined()
})

test('a new authenticator app is mailed to a confirmed address', async () => {
  process.env.GUILDHALL_MAIL_OUTBOX = '1'
  try {
    const user = await makeUser()
    await db.user.update({ where: { id: user.id }, data: { emailVerified: new Date() } })
    const ctx = await contextFor(user)
    const { secret } = await beginTotp(ctx)
    await confirmTotp(ctx, codeOf(secret))

    const mails = await db.mail.findMany({ where: { to: user.email } })
    expect(mails).toMatchObject([{ subject: 'An authenticator app was added to your account' }])
  } finally {
    delete process.env.GUILDHALL_MAIL_OUTBOX
  }
})
