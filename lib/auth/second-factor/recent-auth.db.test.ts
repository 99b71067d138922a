import { expect, test } from 'vitest'
import { deleteAccount } from '../../account-data/delete-account.ts'
import { deleteOrganisation } from '../../account-data/delete-organisation.ts'
import { exportAccount } from '../../account-data/export-account.ts'
import { changeEmail } from '../../accounts/confirm-email.ts'
import { removeSecondFactor } from '../../accounts/manage-users.ts'
import { changePassword } from '../../accounts/profile.ts'
import { makeResetLink } from '../../accounts/reset-password.ts'
import { insertLinkedSignIn } from '../../accounts/rows/linked-sign-in-rows.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { changeRole } from '../../organisations/change-members.ts'
import { inviteMember } from '../../organisations/invitations.ts'
import { freshName, makeUser } from '../../testing/factories.ts'
import {
  confirmTotpOf,
  makeBrowserSession,
  makeUserWithTotp,
  PASSWORD,
  SITE,
} from '../../testing/setup/accounts/second-factor.ts'
import { makeAuthenticator } from '../../testing/software-authenticator.ts'
import { RATE_LIMITS } from '../enforce-rate-limit.ts'
import {
  getReauthMeans,
  reauthenticateByPassword,
  requireCurrentPassword,
  requireRecentAuth,
} from '../recent-auth.ts'
import { hasSecondFactor } from '../rows/factor-rows.ts'
import { beginAuthentication, beginRegistration, finishRegistration, listPasskeys } from './passkeys.ts'
import { beginTotp } from './totp.ts'

const db = database()

test('re-authentication is required again after ten minutes, and a password is enough', async () => {
  await expect(requireRecentAuth(await makeBrowserSession(9))).resolves.toBeUndefined()
  const late = await makeBrowserSession(11)
  await expect(requireRecentAuth(late)).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { href: '/settings/confirm-identity' },
  })
  await expect(beginTotp(late)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  await expect(reauthenticateByPassword(late, 'wrong')).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  await reauthenticateByPassword(late, PASSWORD)

  await expect(requireRecentAuth(late)).resolves.toBeUndefined()
})

test('after ten wrong passwords nobody re-authenticates with the right one for a while', async () => {
  const late = await makeBrowserSession(11)
  for (let attempt = 0; attempt < RATE_LIMITS.confirmByUser.points; attempt++)
    await expect(reauthenticateByPassword(late, 'wrong')).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  await expect(reauthenticateByPassword(late, PASSWORD)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  })

  await expect(requireRecentAuth(late)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})

test('a person who only has a linked sign-in re-authenticates by signing in again', async () => {
  const [late, fresh] = [await makeBrowserSession(11), await makeBrowserSession(9)]
  for (const { viewer } of [late, fresh]) {
    const { userId } = viewer!
    await db.user.update({ where: { id: userId }, data: { passwordHash: null } })
    const providerAccountId = freshName('subject')
    await insertLinkedSignIn(db, { userId, type: 'oauth', provider: 'github', providerAccountId })
  }

  await expect(requireRecentAuth(fresh)).resolves.toBeUndefined()
  await expect(requireRecentAuth(late)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  const user = { id: late.viewer!.userId, passwordHash: null }
  await expect(requireCurrentPassword(late, user, '')).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect(await getReauthMeans(db, user.id)).toEqual({
    hasPassword: false,
    hasCode: false,
    hasPasskey: false,
    linkedProviders: ['github'],
  })
})

test('a password is not enough to re-authenticate a person with a second factor', async () => {
  const late = await makeBrowserSession(11)
  await confirmTotpOf(late)

  await expect(reauthenticateByPassword(late, PASSWORD)).rejects.toMatchObject({ code: 'POLICY_DENIED' })

  await expect(requireRecentAuth(late)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})

test.each([
  ['with the password', PASSWORD],
  ['of a person without a password', null],
])('a stolen session %s changes nothing about an account with a second factor', async (_, current) => {
  const late = await makeBrowserSession(11)
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
      options: { href: '/settings/confirm-identity' },
    })
})

test('a stolen session takes no copy of everything, and deletes no organisation', async () => {
  const late = await makeBrowserSession(11)
  const refusal = { code: 'PRECONDITION_FAILED', options: { href: '/settings/confirm-identity' } }

  await expect(exportAccount(late)).rejects.toMatchObject(refusal)
  const organisation = await db.organisation.create({
    data: { name: freshName(), members: { create: { userId: late.viewer!.userId, role: 'OWNER' } } },
  })
  const viewer = { ...late.viewer!, organisationId: organisation.id, organisationName: organisation.name }
  const deletion = deleteOrganisation({ ...late, viewer }, { confirm: organisation.name })
  await expect(deletion).rejects.toMatchObject(refusal)
})

test('a stolen session gives no one the rights of an admin', async () => {
  const late = await makeBrowserSession(11)
  const member = await makeUser()
  const owner = { userId: late.viewer!.userId, role: 'OWNER' as const }
  const members = [owner, { userId: member.id, role: 'MEMBER' as const }]
  const { id: organisationId, name: organisationName } = await db.organisation.create({
    data: { name: freshName(), members: { create: members } },
  })
  const viewer = { ...late.viewer!, organisationId, organisationName, organisationRole: 'OWNER' as const }
  const ctx = { ...late, viewer }
  const refusal = { code: 'PRECONDITION_FAILED', options: { href: '/settings/confirm-identity' } }

  await expect(inviteMember(ctx, { role: 'ADMIN' })).rejects.toMatchObject(refusal)
  await expect(changeRole(ctx, { userId: member.id, role: 'ADMIN' })).rejects.toMatchObject(refusal)
  expect(await inviteMember(ctx, { role: 'MEMBER' })).toMatchObject({ path: expect.any(String) })

  await reauthenticateByPassword(ctx, PASSWORD)
  await changeRole(ctx, { userId: member.id, role: 'ADMIN' })
  expect(await inviteMember(ctx, { role: 'ADMIN' })).toMatchObject({ path: expect.any(String) })
})

test('a stolen session registers no passkey with a challenge that visitors get', async () => {
  const late = await makeBrowserSession(11)
  const { challenge } = await beginAuthentication(db, SITE)
  const options = { ...(await beginRegistration(await makeBrowserSession(1), SITE)), challenge }
  const given = { name: 'Mine', response: makeAuthenticator(SITE.origin).register(options) }

  await expect(finishRegistration(late, SITE, { challenge, given })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  expect(await listPasskeys(late)).toEqual([])
})

test('an admin hands out a reset link or removes a factor only after proving to be there', async () => {
  const { viewer, ...late } = await makeBrowserSession(11)
  const admin: Context = { ...late, viewer: { ...viewer!, role: 'ADMIN' } }

  await expect(makeResetLink(admin, viewer!.email)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  const { user } = await makeUserWithTotp()
  await expect(removeSecondFactor(admin, user.id)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect(await hasSecondFactor(db, user.id)).toBe(true)
})
