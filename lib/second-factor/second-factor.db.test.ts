// Tests authenticator apps, recovery codes, passkeys, presence, and who must have a factor.
import { Secret, TOTP } from 'otpauth'
import { afterEach, expect, test } from 'vitest'
import { deleteAccount } from '../account-data/delete-account.ts'
import { deleteOrganisation } from '../account-data/delete-organisation.ts'
import { exportAccount } from '../account-data/export-account.ts'
import { changeEmail } from '../accounts/confirm-email.ts'
import { hashPassword } from '../accounts/credentials.ts'
import { requireSecondFactor } from '../accounts/factor-policy.ts'
import { removeSecondFactor } from '../accounts/manage-users.ts'
import { provePresenceByPassword, requirePresence } from '../accounts/presence.ts'
import { changePassword } from '../accounts/profile.ts'
import { makeResetLink } from '../accounts/reset-password.ts'
import type { Context } from '../context/context.ts'
import { hasSecondFactor } from '../db/accounts/factor-rows.ts'
import { insertSession } from '../db/accounts/session-rows.ts'
import { database } from '../db/core/prisma-client.ts'
import { listNotices } from '../notices/send-notice.ts'
import { changeRole } from '../organisations/change-members.ts'
import { inviteMember } from '../organisations/invitations.ts'
import { contextFor, freshName, makeUser } from '../testing/factories.ts'
import { makeAuthenticator } from '../testing/software-authenticator.ts'
import {
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  listPasskeys,
  removePasskey,
} from './passkeys.ts'
import { beginTotp, confirmTotp, getTotpStatus, removeTotp, verifyCode } from './totp.ts'

const db = database()
const SITE = { origin: 'http://localhost:3000' }
const PASSWORD = 'a long password'
const ORIGIN = { address: '192.0.2.1' }

afterEach(() => {
  delete process.env.GUILDHALL_REQUIRE_SECOND_FACTOR
})

const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * 30_000 })

async function withTotp() {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const { secret } = await beginTotp(ctx)
  const codes = await confirmTotp(ctx, codeOf(secret, -1))
  return { user, ctx, secret, codes }
}

/** Creates a person with a password and a session in which they last proved their presence `minutes` ago. */
async function inBrowser(minutes: number): Promise<Context> {
  const user = await makeUser({ passwordHash: await hashPassword(PASSWORD) })
  const sessionId = crypto.randomUUID()
  const presentAt = new Date(Date.now() - minutes * 60_000)
  await insertSession(db, {
    id: sessionId,
    userId: user.id,
    method: 'password',
    userAgent: '',
    address: '',
    presentAt,
  })
  return { ...(await contextFor(user)), sessionId }
}

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
  const { user, secret } = await withTotp()

  const row = await db.totpFactor.findUniqueOrThrow({ where: { userId: user.id } })
  expect(Buffer.from(row.sealed).includes(secret)).toBe(false)
})

test('a recovery code works once, and only for its person', async () => {
  const { user, ctx, codes } = await withTotp()
  const stranger = await makeUser()

  await expect(verifyCode(db, stranger.id, codes[0]!, ORIGIN)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await verifyCode(db, user.id, codes[0]!.toUpperCase(), ORIGIN)
  await expect(verifyCode(db, user.id, codes[0]!, ORIGIN)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  expect(await getTotpStatus(ctx)).toEqual({ hasTotp: true, recoveryCodes: 9 })
})

test('guesses are limited', async () => {
  const { user, secret } = await withTotp()
  for (let turn = 0; turn < 10; turn++)
    await expect(verifyCode(db, user.id, '12345', ORIGIN)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  await expect(verifyCode(db, user.id, codeOf(secret), ORIGIN)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  })
})

test('someone with the password does not lock the person out, who is notified', async () => {
  const { user, ctx, secret, codes } = await withTotp()
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
  const { user, secret } = await withTotp()
  const browser = { trusted: 'a browser' }
  for (let turn = 0; turn < 10; turn++)
    await expect(verifyCode(db, user.id, '12345', browser)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  await expect(verifyCode(db, user.id, codeOf(secret), browser)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  })
})

test('an app can be removed, with its recovery codes', async () => {
  const { user, ctx } = await withTotp()

  await removeTotp(ctx)

  expect(await hasSecondFactor(db, user.id)).toBe(false)
  expect(await getTotpStatus(ctx)).toEqual({ hasTotp: false, recoveryCodes: 0 })
})

async function withPasskey(authenticator = makeAuthenticator(SITE.origin)) {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const options = await beginRegistration(ctx, SITE)
  const given = { name: 'Laptop', response: authenticator.register(options) }
  await finishRegistration(ctx, SITE, { challenge: options.challenge, given })
  return { user, ctx, authenticator, options, given }
}

test('a passkey is registered, signs its person in, and can be removed', async () => {
  const { user, ctx, authenticator } = await withPasskey()
  const [passkey] = await listPasskeys(ctx)
  expect(passkey).toMatchObject({ name: 'Laptop' })

  const { challenge } = await beginAuthentication(db, SITE)
  const given = authenticator.authenticate({ challenge })
  expect(await finishAuthentication(db, SITE, { challenge, given })).toBe(user.id)

  await expect(removePasskey(await contextFor(await makeUser()), passkey!.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await removePasskey(ctx, passkey!.id)
  await expect(finishAuthentication(db, SITE, { challenge, given })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('an answer to a challenge counts once', async () => {
  const { user, authenticator, options, given: registered } = await withPasskey()
  const { challenge } = await beginAuthentication(db, SITE)
  const given = authenticator.authenticate({ challenge })
  const asked = { challenge, given, userId: user.id }
  // Passkeys that several devices share have no counter.
  const forget = () => db.passkey.updateMany({ where: { userId: user.id }, data: { counter: 0n } })

  expect(await finishAuthentication(db, SITE, asked)).toBe(user.id)
  await forget()
  await expect(finishAuthentication(db, SITE, asked)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  const other = await contextFor(await makeUser())
  await db.passkey.deleteMany({ where: { userId: user.id } })
  const again = finishRegistration(other, SITE, { challenge: options.challenge, given: registered })
  await expect(again).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a passkey is refused for another challenge, origin, person or signature', async () => {
  const { authenticator, given: registered } = await withPasskey()
  const stranger = await makeUser()
  const { challenge } = await beginAuthentication(db, SITE)
  const given = authenticator.authenticate({ challenge })
  const elsewhere = makeAuthenticator('https://evil.example')
  const forged = { ...elsewhere.authenticate({ challenge }), id: registered.response.id }

  for (const attempt of [
    { challenge: 'another', given },
    { challenge, given: forged },
    { challenge, given, userId: stranger.id },
    { challenge, given: { id: registered.response.id } },
    { challenge, given: null },
  ])
    await expect(finishAuthentication(db, SITE, attempt)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('without verifying the person, a passkey is a second factor but replaces no password', async () => {
  const { user, authenticator } = await withPasskey(makeAuthenticator(SITE.origin, { verifies: false }))
  const { challenge } = await beginAuthentication(db, SITE, user.id)

  const alone = finishAuthentication(db, SITE, {
    challenge,
    given: authenticator.authenticate({ challenge }),
  })
  await expect(alone).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const given = authenticator.authenticate({ challenge })
  expect(await finishAuthentication(db, SITE, { challenge, given, userId: user.id })).toBe(user.id)
})

test('a response with another challenge registers nothing', async () => {
  const ctx = await contextFor(await makeUser())
  const options = await beginRegistration(ctx, SITE)
  const response = makeAuthenticator(SITE.origin).register(options)

  for (const given of [{ name: 'Laptop', response }, { name: 'Laptop', response: 'x' }, {}])
    await expect(finishRegistration(ctx, SITE, { challenge: 'another', given })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  expect(await listPasskeys(ctx)).toEqual([])
})

test('presence is asked for again after ten minutes, and proved by the password', async () => {
  await expect(requirePresence(await inBrowser(9))).resolves.toBeUndefined()
  const late = await inBrowser(11)
  await expect(requirePresence(late)).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { href: '/settings/presence' },
  })
  await expect(beginTotp(late)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  await expect(provePresenceByPassword(late, 'wrong')).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  await provePresenceByPassword(late, PASSWORD)

  await expect(requirePresence(late)).resolves.toBeUndefined()
})

test('a password proves no presence of a person with a second factor', async () => {
  const late = await inBrowser(11)
  await confirmTotpOf(late)

  await expect(provePresenceByPassword(late, PASSWORD)).rejects.toMatchObject({ code: 'POLICY_DENIED' })

  await expect(requirePresence(late)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})

test.each([
  ['with the password', PASSWORD],
  ['of a person without a password', null],
])('a stolen session %s changes nothing about an account with a second factor', async (_, current) => {
  const late = await inBrowser(11)
  await confirmTotpOf(late)
  const { userId, email } = late.viewer!
  if (current === null) await db.user.update({ where: { id: userId }, data: { passwordHash: null } })
  const given = current === null ? {} : { current }

  for (const attempt of [
    () => changePassword(late, { ...given, password: 'the password of a thief' }),
    () => changeEmail(late, { ...given, email: `${freshName()}@thief.local` }),
    () => deleteAccount(late, { ...given, confirm: email }),
  ])
    await expect(attempt()).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      options: { href: '/settings/presence' },
    })
})

test('a stolen session takes no copy of everything, and deletes no organisation', async () => {
  const late = await inBrowser(11)
  const refusal = { code: 'PRECONDITION_FAILED', options: { href: '/settings/presence' } }

  await expect(exportAccount(late)).rejects.toMatchObject(refusal)
  const organisation = await db.organisation.create({
    data: { name: freshName(), members: { create: { userId: late.viewer!.userId, role: 'OWNER' } } },
  })
  const viewer = { ...late.viewer!, organisationId: organisation.id, organisationName: organisation.name }
  const deletion = deleteOrganisation({ ...late, viewer }, { confirm: organisation.name })
  await expect(deletion).rejects.toMatchObject(refusal)
})

test('a stolen session gives no one the rights of an admin', async () => {
  const late = await inBrowser(11)
  const member = await makeUser()
  const owner = { userId: late.viewer!.userId, role: 'OWNER' as const }
  const members = [owner, { userId: member.id, role: 'MEMBER' as const }]
  const { id: organisationId, name: organisationName } = await db.organisation.create({
    data: { name: freshName(), members: { create: members } },
  })
  const viewer = { ...late.viewer!, organisationId, organisationName, organisationRole: 'OWNER' as const }
  const ctx = { ...late, viewer }
  const refusal = { code: 'PRECONDITION_FAILED', options: { href: '/settings/presence' } }

  await expect(inviteMember(ctx, { role: 'ADMIN' })).rejects.toMatchObject(refusal)
  await expect(changeRole(ctx, { userId: member.id, role: 'ADMIN' })).rejects.toMatchObject(refusal)
  expect(await inviteMember(ctx, { role: 'MEMBER' })).toMatchObject({ path: expect.any(String) })

  await provePresenceByPassword(ctx, PASSWORD)
  await changeRole(ctx, { userId: member.id, role: 'ADMIN' })
  expect(await inviteMember(ctx, { role: 'ADMIN' })).toMatchObject({ path: expect.any(String) })
})

/** Sets up an app without a session, as if the person were present. */
async function confirmTotpOf({ sessionId, ...ctx }: Context): Promise<void> {
  const { secret } = await beginTotp(ctx)
  await confirmTotp(ctx, codeOf(secret, -1))
}

test('a stolen session registers no passkey with a challenge that visitors get', async () => {
  const late = await inBrowser(11)
  const { challenge } = await beginAuthentication(db, SITE)
  const options = { ...(await beginRegistration(await inBrowser(1), SITE)), challenge }
  const given = { name: 'Mine', response: makeAuthenticator(SITE.origin).register(options) }

  await expect(finishRegistration(late, SITE, { challenge, given })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  expect(await listPasskeys(late)).toEqual([])
})

test('an admin hands out a reset link or removes a factor only after proving to be there', async () => {
  const { viewer, ...late } = await inBrowser(11)
  const admin: Context = { ...late, viewer: { ...viewer!, role: 'ADMIN' } }

  await expect(makeResetLink(admin, viewer!.email)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  const { user } = await withTotp()
  await expect(removeSecondFactor(admin, user.id)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect(await hasSecondFactor(db, user.id)).toBe(true)
})

test('the operator can require a factor of publishers', async () => {
  const ctx = await inBrowser(1)
  await expect(requireSecondFactor(ctx, 'publishers')).resolves.toBeUndefined()
  process.env.GUILDHALL_REQUIRE_SECOND_FACTOR = 'admins, publishers'
  await expect(requireSecondFactor(ctx, 'publishers')).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })

  const { secret } = await beginTotp(ctx)
  await confirmTotp(ctx, codeOf(secret))

  await expect(requireSecondFactor(ctx, 'publishers')).resolves.toBeUndefined()
})
