// Tests that the first proof of an address ends whatever a stranger added before it, and later proofs do not.
import { beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '../auth/manage-api-keys.ts'
import { insertSession } from '../auth/rows/session-rows.ts'
import { createAutomation } from '../automations/manage-automations.ts'
import type { Context } from '../context/context.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { listNotices } from '../notices/send-notice.ts'
import { addWebhook } from '../notices/webhooks/manage-webhooks.ts'
import { setNoticeWebhook } from '../notices/webhooks/notice-webhook.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import { shareRun } from '../runs/views/share-run.ts'
import { cheapPasswordHash } from '../testing/cheap-password-hash.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makeUser,
  type TestUser,
  visitor,
} from '../testing/factories.ts'
import { mailsTo, PASSWORD, setUpMailOutbox, tokenTo } from '../testing/setup/accounts/account-mails.ts'
import { addPasskey } from '../testing/setup/accounts/oidc-provider.ts'
import { confirmAddress, confirmEmail, mailVerification } from './confirm-email.ts'
import { linkSignIn } from './linked-sign-ins.ts'
import { requestReset } from './request-reset.ts'
import { makeResetLink, resetPassword } from './reset-password.ts'
import { checkSignIn } from './sign-in.ts'

setUpMailOutbox()

const db = database()
const system = { ...visitor(), channel: 'system' as const }
const NEW_PASSWORD = 'another long password'

let user: TestUser
let ctx: Context

beforeEach(async () => {
  user = await makeUser({ passwordHash: await cheapPasswordHash(PASSWORD) })
  ctx = await contextFor(user)
  await addEverything()
})

/** Adds every other way into the account, as someone may who created it with a foreign address. */
async function addEverything(): Promise<void> {
  const userId = user.id
  await addPasskey(userId)
  await db.totpFactor.create({
    data: { userId, sealed: Buffer.from('x'), keyId: 'k', confirmedAt: new Date() },
  })
  await db.recoveryCode.create({ data: { userId, hash: freshName('hash') } })
  await linkSignIn(db, { userId, type: 'oauth', provider: 'acme', providerAccountId: freshName('subject') })
  const version = await makePublishedVersion()
  const trigger = { kind: 'webhook' }
  await createAutomation(ctx, { title: 'Hook', skill: version.skillName, trigger, input: {} })
  await createAutomation(ctx, {
    title: 'Nightly',
    skill: version.skillName,
    input: { name: 'Ada' },
    trigger: { kind: 'cron', cron: '0 3 * * *' },
  })
  await createKey(ctx, { name: 'Agent', scopes: ['read'], expiresInDays: null })
  await addWebhook(ctx, { url: 'https://example.com/runs' })
  await setNoticeWebhook(ctx, { url: 'https://example.com/notices' })
  const run = await runToEnd(ctx, { skill: { name: version.skillName }, args: { name: 'Ada' } })
  await shareRun(ctx, run.id)
  const session = { userId, method: 'password', userAgent: '', address: '', reauthenticatedAt: null }
  await insertSession(db, { id: freshName('session'), ...session })
}

/** Counts what can still act as the person or follow them. */
async function countAccess() {
  const where = { userId: user.id }
  const [passkeys, totp, recoveryCodes, signIns, automations, secrets, keys, webhooks, shares, sessions] =
    await Promise.all([
      db.passkey.count({ where }),
      db.totpFactor.count({ where }),
      db.recoveryCode.count({ where }),
      db.account.count({ where }),
      db.automation.count({ where }),
      db.sealedSecret.count({ where: { organisationId: user.organisation.id } }),
      db.apiKey.count({ where: { ...where, revokedAt: null } }),
      db.webhook.count({ where: { createdById: user.id } }),
      db.share.count({ where: { createdById: user.id, revokedAt: null } }),
      db.browserSession.count({ where }),
    ])
  return { passkeys, totp, recoveryCodes, signIns, automations, secrets, keys, webhooks, shares, sessions }
}

const NOTHING = {
  ...{ passkeys: 0, totp: 0, recoveryCodes: 0, signIns: 0, automations: 0 },
  ...{ secrets: 0, keys: 0, webhooks: 0, shares: 0, sessions: 0 },
}

const findUser = () => db.user.findUniqueOrThrow({ where: { id: user.id } })

async function resetByMail(password = NEW_PASSWORD) {
  await requestReset(visitor(), { email: user.email }, freshName())
  return resetPassword(visitor(), { token: await tokenTo(user.email), password }, freshName())
}

async function mailConfirmation(): Promise<string> {
  await db.$transaction((tx) => mailVerification(tx, user))
  return tokenTo(user.email)
}

test('the set-up of these tests adds every other way into an account', async () => {
  expect(Object.entries(await countAccess()).filter(([, count]) => count === 0)).toEqual([])
})

describe('a mailed reset of an account whose address was never confirmed', () => {
  test('removes everything that was added before, and confirms the address', async () => {
    const { isFirstProof, factors } = await resetByMail()

    expect({ isFirstProof, factors }).toEqual({ isFirstProof: true, factors: [] })
    expect(await countAccess()).toEqual(NOTHING)
    expect((await findUser()).emailVerified).toBeInstanceOf(Date)
    const signedIn = checkSignIn(
      visitor(),
      { email: user.email, password: NEW_PASSWORD },
      { address: freshName() },
    )
    await expect(signedIn).resolves.toMatchObject({ id: user.id })
  })

  test('is recorded in the audit log with what it removed', async () => {
    await resetByMail()

    const event = await db.auditEvent.findFirstOrThrow({
      where: { actorId: user.id, action: 'person.first_proof' },
    })
    expect(JSON.stringify(event.data)).toContain('linked sign-ins (acme)')
  })
})

describe('a later reset', () => {
  beforeEach(async () => {
    await db.user.update({ where: { id: user.id }, data: { emailVerified: new Date() } })
  })

  test('unlinks sign-ins, revokes keys and pauses automations, and keeps second factors', async () => {
    const { isFirstProof, factors } = await resetByMail()

    expect(isFirstProof).toBe(false)
    expect(await countAccess()).toMatchObject({
      ...{ passkeys: 1, totp: 1, recoveryCodes: 1, signIns: 0, automations: 2, keys: 0, sessions: 0 },
    })
    const automations = await db.automation.findMany({ where: { userId: user.id } })
    for (const { pausedAt, pauseReason, nextAt } of automations) {
      expect(pausedAt).toBeInstanceOf(Date)
      expect(pauseReason).toContain('your password was reset')
      expect(nextAt).toBeNull()
    }
    expect(factors).toHaveLength(2)
  })

  test('shows and mails the second factors that stay', async () => {
    const { factors } = await resetByMail()

    const mail = (await mailsTo(user.email)).find(({ kind }) => kind === 'account.password_reset')
    for (const factor of factors) expect(mail?.text).toContain(factor.split(',')[0])
    expect(factors.join()).toContain('authenticator app')
    const unlinked = (await mailsTo(user.email)).find(({ kind }) => kind === 'account.access_revoked')
    expect(unlinked?.text).toContain('acme')
  })
})

describe('a reset link that an admin hands on', () => {
  const resetByLink = async () => {
    const { path } = await makeResetLink(system, user.email)
    return resetPassword(visitor(), { token: path.split('/').at(-1), password: NEW_PASSWORD }, freshName())
  }

  test('removes everything older at its first use, without confirming the address', async () => {
    expect((await resetByLink()).isFirstProof).toBe(true)

    expect(await countAccess()).toEqual(NOTHING)
    expect((await findUser()).emailVerified).toBeNull()
  })

  test('keeps second factors at its second use', async () => {
    await resetByLink()
    await addPasskey(user.id)

    expect(await resetByLink()).toMatchObject({ isFirstProof: false, factors: [expect.any(String)] })

    expect(await db.passkey.count({ where: { userId: user.id } })).toBe(1)
  })

  test('keeps second factors of an account whose address is confirmed', async () => {
    await db.user.update({ where: { id: user.id }, data: { emailVerified: new Date() } })

    expect((await resetByLink()).factors).toHaveLength(2)
    expect(await countAccess()).toMatchObject({ passkeys: 1, totp: 1, signIns: 0, keys: 0 })
  })
})

describe('the confirmation of an address', () => {
  test('removes everything older and ends all sessions', async () => {
    expect(await confirmEmail(visitor(), await mailConfirmation())).toBe('verified')

    expect(await countAccess()).toEqual(NOTHING)
    expect((await findUser()).sessionVersion).toBe(1)
  })

  test('by someone who is not signed in replaces the password, which a stranger may have chosen', async () => {
    const { passwordPath } = await confirmAddress(visitor(), await mailConfirmation())

    const old = checkSignIn(visitor(), { email: user.email, password: PASSWORD }, { address: freshName() })
    await expect(old).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const token = passwordPath?.split('/').at(-1)
    await resetPassword(visitor(), { token, password: NEW_PASSWORD }, freshName())
    const given = { email: user.email, password: NEW_PASSWORD }
    await expect(checkSignIn(visitor(), given, { address: freshName() })).resolves.toMatchObject({
      id: user.id,
    })
  })

  test('by the person in their own session keeps the password and renews this session', async () => {
    const { session, passwordPath } = await confirmAddress(ctx, await mailConfirmation())

    expect(passwordPath).toBeUndefined()
    expect(session).toMatchObject({ id: user.id, sessionVersion: 1 })
    expect(await countAccess()).toEqual(NOTHING)
    const given = { email: user.email, password: PASSWORD }
    await expect(checkSignIn(visitor(), given, { address: freshName() })).resolves.toMatchObject({
      id: user.id,
    })
  })

  test('in the session of another account counts as not signed in', async () => {
    const other = await contextFor(await makeUser())

    expect((await confirmAddress(other, await mailConfirmation())).passwordPath).toBeDefined()
  })

  test('leaves an account without a password the sign-in it was created with, for the person in the session', async () => {
    await db.user.update({ where: { id: user.id }, data: { passwordHash: null } })
    await linkSignIn(db, { userId: user.id, type: 'oauth', provider: 'acme', providerAccountId: freshName() })
    const [first] = await db.account.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } })

    await confirmAddress(ctx, await mailConfirmation())

    expect(await db.account.findMany({ where: { userId: user.id } })).toMatchObject([{ id: first!.id }])
  })

  test('happens once: a second confirmation removes nothing', async () => {
    await confirmEmail(visitor(), await mailConfirmation())
    await addPasskey(user.id)
    await confirmEmail(visitor(), await mailConfirmation())

    expect(await db.passkey.count({ where: { userId: user.id } })).toBe(1)
  })

  test('tells its person what was removed', async () => {
    await confirmAddress(ctx, await mailConfirmation())

    const { notices } = await listNotices(ctx)
    expect(notices.find(({ kind }) => kind === 'account.access_revoked')?.body).toContain('second factors')
  })
})
