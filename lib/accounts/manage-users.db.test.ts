// Tests the list of accounts and what admins may do to them: nothing to themselves, and every act is recorded.
import { describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { admitKey } from '../auth/rows/admit-key.ts'
import { countRecoveryCodes, hasSecondFactor } from '../auth/rows/factor-rows.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { listNotices } from '../notices/send-notice.ts'
import { cheapPasswordHash } from '../testing/cheap-password-hash.ts'
import { contextFor, freshName, makeAdmin, makeUser, visitor } from '../testing/factories.ts'
import {
  endSessions,
  listPeople,
  removeSecondFactor,
  setAdmin,
  suspendPerson,
  unsuspendPerson,
} from './manage-users.ts'
import { findSessionUser } from './rows/users.ts'
import { checkSignIn } from './sign-in.ts'

const db = database()
const admin = async () => contextFor(await makeAdmin())
const roleOf = async (id: string) => (await db.user.findUniqueOrThrow({ where: { id } })).role
const actsOn = async (subjectId: string) =>
  (await db.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ action }) => action)

test('people are found by a part of the name or of the email, and never with a secret', async () => {
  const person = await makeUser({ passwordHash: 'a hash' })
  const ctx = await admin()

  for (const text of [person.name.slice(2), person.email.toUpperCase()]) {
    const { people } = await listPeople(ctx, { text, page: 0 })
    expect(people).toEqual([
      {
        ...{ id: person.id, email: person.email, name: person.name, role: 'USER' },
        ...{ isLocked: false, isConfusable: false, isViewer: false, sinceMs: person.createdAt.getTime() },
      },
    ])
  }
  expect(await listPeople(ctx, { text: 'nobody%_\0', page: 0 })).toEqual({ people: [], nextPage: null })
  expect((await listPeople(ctx, { text: '', page: Number.NaN })).people.length).toBeGreaterThan(0)
})

test('the admin role is granted and revoked, and the audit log names who did it', async () => {
  const person = await makeUser()
  const ctx = await admin()

  await setAdmin(ctx, person.id, true)
  expect(await roleOf(person.id)).toBe('ADMIN')
  await setAdmin(ctx, person.id, false)
  expect(await roleOf(person.id)).toBe('USER')

  expect(await actsOn(person.id)).toEqual(['person.make_admin', 'person.take_admin'])
})

describe('a suspended account', () => {
  test('cannot be used in any way until the suspension is lifted', async () => {
    const password = 'correct horse battery'
    const person = await makeUser({ passwordHash: await cheapPasswordHash(password) })
    const key = { organisationId: person.organisation.id, userId: person.id, name: 'ci', prefix: 'gh_x' }
    await db.apiKey.create({ data: { ...key, scopes: ['run'], hash: person.id } })
    const signIn = () => checkSignIn(visitor(), { email: person.email, password }, { address: freshName() })
    const limits = { byKey: RATE_LIMITS.callByKey, byOrganisation: RATE_LIMITS.callByOrganisation }
    const admit = (hash: string) => admitKey(db, hash, limits)
    const ctx = await admin()

    await suspendPerson(ctx, person.id, 'Spam.')

    await expect(signIn()).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: 'This account is suspended: Spam.',
    })
    expect(await findSessionUser(db, person.id)).toBeNull()
    expect(await admit(person.id)).toMatchObject({ user: null })
    expect((await listPeople(ctx, { text: person.email, page: 0 })).people).toMatchObject([
      { isLocked: true },
    ])

    await unsuspendPerson(ctx, person.id)

    expect(await signIn()).toMatchObject({ id: person.id, sessionVersion: 1 })
    expect(await admit(person.id)).toMatchObject({ user: { id: person.id } })
    expect(await actsOn(person.id)).toEqual(['person.lock', 'person.unlock'])
  })

  test('looks like any other account to someone who guesses passwords', async () => {
    const person = await makeUser({ passwordHash: await cheapPasswordHash('correct horse battery') })
    await suspendPerson(await admin(), person.id, 'Spam.')

    const guess = checkSignIn(visitor(), { email: person.email, password: 'wrong' }, { address: freshName() })

    await expect(guess).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('cannot be made an admin', async () => {
    const person = await makeUser()
    const ctx = await admin()
    await suspendPerson(ctx, person.id, 'Spam.')

    await expect(setAdmin(ctx, person.id, true)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('an admin ends every session of a person', async () => {
  const person = await makeUser()

  await endSessions(await admin(), person.id)

  expect(await findSessionUser(db, person.id)).toMatchObject({ sessionVersion: 1 })
})

test('a lost second factor is removed, and its person is notified', async () => {
  const person = await makeUser()
  const { id: userId } = person
  const passkey = { id: freshName(), name: 'Laptop', publicKey: new Uint8Array(1), counter: 0n }
  await db.passkey.create({ data: { userId, ...passkey } })
  await db.totpFactor.create({
    data: { userId, sealed: new Uint8Array(1), keyId: 'k', confirmedAt: new Date() },
  })
  await db.recoveryCode.create({ data: { userId, hash: freshName() } })

  await removeSecondFactor(await admin(), userId)

  expect(await hasSecondFactor(db, userId)).toBe(false)
  expect(await countRecoveryCodes(db, userId)).toBe(0)
  expect(await actsOn(userId)).toEqual(['person.remove_factor'])
  const { notices } = await listNotices(await contextFor(person))
  expect(notices).toMatchObject([
    { title: 'An admin removed your second factor', href: '/settings/security' },
  ])
  await expect(removeSecondFactor(await admin(), userId)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('when two admins demote each other at once, one remains', async () => {
  const [one, two] = [await makeAdmin(), await makeAdmin()]
  const [first, second] = [await contextFor(one), await contextFor(two)]

  const endings = await Promise.allSettled([setAdmin(first, two.id, false), setAdmin(second, one.id, false)])

  expect(endings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect([await roleOf(one.id), await roleOf(two.id)].toSorted()).toEqual(['ADMIN', 'USER'])
})

test('admins manage other people only, and nobody else manages people', async () => {
  const person = await makeUser()
  const ctx = await admin()
  const own = ctx.viewer!.userId
  const acts = [
    (as: typeof ctx, id: string) => setAdmin(as, id, true),
    (as: typeof ctx, id: string) => suspendPerson(as, id, 'Spam.'),
    unsuspendPerson,
    endSessions,
    removeSecondFactor,
  ]

  for (const act of acts) {
    await expect(act(ctx, own)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(act(ctx, 'nobody\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(await contextFor(person), own)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(act(visitor(), own)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  }
  await expect(listPeople(await contextFor(person), { text: '', page: 0 })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
})
