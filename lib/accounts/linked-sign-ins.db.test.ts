// Tests which accounts at a provider open an account here, who unlinks them, and what unlinks all of them.
import { beforeEach, describe, expect, test } from 'vitest'
import { insertSession } from '../auth/rows/session-rows.ts'
import { createAutomation } from '../automations/manage-automations.ts'
import type { Context } from '../context/context.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { listNotices } from '../notices/send-notice.ts'
import { cheapPasswordHash } from '../testing/cheap-password-hash.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makePublishedVersion,
  makeUser,
  type TestUser,
  visitor,
} from '../testing/factories.ts'
import { mailsTo, PASSWORD, setUpMailOutbox } from '../testing/setup/accounts/account-mails.ts'
import { setUpOidcProvider } from '../testing/setup/accounts/oidc-provider.ts'
import { linkSignIn, listLinkedSignIns, unlinkSignIn } from './linked-sign-ins.ts'
import { endSessions } from './manage-users.ts'
import { changePassword, signOutEverywhere } from './profile.ts'

setUpMailOutbox()
const { makeSubject, signIn } = setUpOidcProvider()

const db = database()

let user: TestUser
let ctx: Context

beforeEach(async () => {
  user = await makeUser({ passwordHash: await cheapPasswordHash(PASSWORD) })
  await db.user.update({ where: { id: user.id }, data: { emailVerified: new Date() } })
  ctx = await contextFor(user)
})

const link = (providerAccountId = freshName('subject'), userId = user.id) =>
  linkSignIn(db, { userId, type: 'oauth', provider: 'acme', providerAccountId })

const firstId = async () => (await listLinkedSignIns(ctx))[0]!.id

const countLinks = (userId = user.id) => db.account.count({ where: { userId } })

test('a linked sign-in is listed with its provider and its name there, and mailed to its person', async () => {
  const subject = makeSubject({ email: 'mallory@acme.test' })
  await link(subject)
  expect(await listLinkedSignIns(ctx)).toMatchObject([
    { providerName: 'Acme', label: null, lastUsedMs: null },
  ])

  await signIn(subject)

  expect(await listLinkedSignIns(ctx)).toMatchObject([
    { label: 'mallory@acme.test', lastUsedMs: expect.any(Number) },
  ])
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
    'Acme can now sign in to your account',
  ])
})

test('an account that a provider creates gets no notice of its own sign-in', async () => {
  const { userId } = await signIn(makeSubject({}))

  const person = await db.user.findUniqueOrThrow({ where: { id: userId! }, include: { personal: true } })
  const { notices } = await listNotices(await contextFor({ ...person, organisation: person.personal! }))
  expect(notices.map(({ kind }) => kind)).not.toContain('account.sign_in_linked')
})

describe('unlinking a sign-in', () => {
  test('closes this way into the account and mails its person', async () => {
    const subject = makeSubject({ email: user.email })
    await link(subject)
    expect((await signIn(subject)).userId).toBe(user.id)
    const id = await firstId()

    await unlinkSignIn(ctx, id)

    const again = await signIn(subject)
    expect(again.userId).toBeUndefined()
    expect(again.redirect).toContain('OAuthAccountNotLinked')
    expect((await mailsTo(user.email)).at(-1)?.subject).toContain('can no longer sign in to your account')
    const event = await db.auditEvent.findFirstOrThrow({
      where: { actorId: user.id, action: 'person.unlink_sign_in' },
    })
    expect(event.subjectId).toBe(user.id)
  })

  test('needs a recent re-authentication', async () => {
    await link()
    const sessionId = freshName('session')
    const reauthenticatedAt = new Date(Date.now() - 11 * 60_000)
    await insertSession(db, {
      id: sessionId,
      userId: user.id,
      method: 'password',
      userAgent: '',
      address: '',
      reauthenticatedAt,
    })
    const id = await firstId()

    await expect(unlinkSignIn({ ...ctx, sessionId }, id)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })

    expect(await countLinks()).toBe(1)
  })

  test('is refused for another person’s sign-in, for visitors, and for ids that do not exist', async () => {
    await link()
    const id = await firstId()

    const other = await contextFor(await makeUser())
    await expect(unlinkSignIn(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(unlinkSignIn(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(unlinkSignIn(ctx, 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(unlinkSignIn(ctx, { id })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await countLinks()).toBe(1)
  })

  test('is refused for the only way to sign in', async () => {
    await db.user.update({ where: { id: user.id }, data: { passwordHash: null } })
    await link()
    const id = await firstId()

    await expect(unlinkSignIn(ctx, id)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })

    expect(await countLinks()).toBe(1)
  })
})

describe('what unlinks every sign-in and pauses automations', () => {
  async function setUp() {
    await link()
    await link()
    const { skillName: skill } = await makePublishedVersion()
    await createAutomation(ctx, { title: 'Hook', skill, trigger: { kind: 'webhook' } })
  }

  const findAutomation = () => db.automation.findFirstOrThrow({ where: { userId: user.id } })

  const given = { current: PASSWORD, password: 'another long password' }
  test.each([
    ['signing out everywhere', 'you signed out everywhere', () => signOutEverywhere(ctx)],
    [
      'signing out and revoking keys',
      'you signed out everywhere',
      () => signOutEverywhere(ctx, { revokesKeys: true }),
    ],
    [
      'a new password that revokes keys',
      'you changed your password',
      () => changePassword(ctx, { ...given, revokesKeys: true }),
    ],
    [
      'an admin who ends the sessions',
      'an admin ended your sessions',
      async () => endSessions(await contextFor(await makeAdmin()), user.id),
    ],
  ])('%s', async (_, reason, act) => {
    await setUp()

    await act()

    expect(await countLinks()).toBe(0)
    expect(await findAutomation()).toMatchObject({ pausedAt: expect.any(Date), nextAt: null })
    expect((await findAutomation()).pauseReason).toContain(reason)
    expect((await mailsTo(user.email)).at(-1)?.text).toContain('Acme, Acme')
  })

  test('does not include a new password alone', async () => {
    await setUp()

    await changePassword(ctx, given)

    expect(await countLinks()).toBe(2)
    expect((await findAutomation()).pausedAt).toBeNull()
  })

  test('an account without a password keeps the sign-in it was created with, and only that', async () => {
    const created = makeSubject({})
    const userId = (await signIn(created)).userId!
    await link(freshName('of a thief'), userId)
    const person = await db.user.findUniqueOrThrow({ where: { id: userId }, include: { personal: true } })

    await signOutEverywhere(await contextFor({ ...person, organisation: person.personal! }))

    expect(await db.account.findMany({ where: { userId } })).toMatchObject([{ providerAccountId: created }])
  })

  test('automations of other people in the same organisation go on', async () => {
    const colleague = await makeUser()
    await db.membership.create({
      data: { userId: colleague.id, organisationId: user.organisation.id, role: 'ADMIN' },
    })
    const theirs = await contextFor(colleague, { organisation: user.organisation })
    const { skillName: skill } = await makePublishedVersion()
    const { id } = await createAutomation(theirs, { title: 'Theirs', skill, trigger: { kind: 'webhook' } })

    await signOutEverywhere(ctx)

    expect((await db.automation.findUniqueOrThrow({ where: { id } })).pausedAt).toBeNull()
  })
})
