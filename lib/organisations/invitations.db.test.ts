// Tests invitations by link: who may create one, and when it stops working.
import { describe, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { hashSecretToken } from '../kernel/db/secret-token.ts'
import { contextFor, freshName, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { changeRole } from './change-members.ts'
import { getOrganisationPage } from './get-organisation-page.ts'
import { getInvitation, inviteMember, joinOrganisation, revokeInvitation } from './invitations.ts'

const db = database()
const tokenOf = (path: string) => path.split('/').at(-1)!

/** Creates an organisation with a person of each role, and a stranger. */
async function company() {
  const [owner, admin, member, stranger] = await Promise.all([makeUser(), makeUser(), makeUser(), makeUser()])
  const organisation = await makeOrganisation({ owner, admins: [admin], members: [member] })
  const as = (user: typeof owner) => contextFor(user, { organisation })
  return {
    organisation,
    stranger,
    owner: await as(owner),
    admin: await as(admin),
    member: await as(member),
    outside: await contextFor(stranger),
  }
}

describe('an invitation', () => {
  test('adds one person, with its role', async () => {
    const { owner, outside, organisation, stranger } = await company()
    const { path } = await inviteMember(owner, { role: 'ADMIN' })

    const seen = await getInvitation(outside, tokenOf(path))
    const joined = await joinOrganisation(outside, tokenOf(path))

    expect(seen).toEqual({
      organisationName: organisation.name,
      role: 'ADMIN',
      by: owner.viewer!.name,
      alreadyAs: null,
    })
    expect(joined).toBe(organisation.id)
    const inside = await contextFor(stranger, { organisation })
    expect(inside.viewer!.organisationRole).toBe('ADMIN')
  })

  test('cannot be created by an admin who lost their role during the request', async () => {
    const { owner, admin, organisation } = await company()
    const { userId } = admin.viewer!
    await changeRole(owner, { userId, role: 'MEMBER' })

    await expect(inviteMember(admin, { role: 'MEMBER' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await db.invitation.count({ where: { organisationId: organisation.id } })).toBe(0)
  })

  test('can be read by a visitor, who has to sign in to use it', async () => {
    const { admin, organisation } = await company()
    const { path } = await inviteMember(admin, { role: 'MEMBER' })

    expect(await getInvitation(visitor(), tokenOf(path))).toMatchObject({
      organisationName: organisation.name,
    })
    await expect(joinOrganisation(visitor(), tokenOf(path))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('is stored as a hash only', async () => {
    const { owner, organisation } = await company()
    const { path } = await inviteMember(owner, { role: 'MEMBER' })

    const row = await db.invitation.findFirstOrThrow({ where: { organisationId: organisation.id } })
    expect(row.tokenHash).toBe(hashSecretToken(tokenOf(path)))
    expect(JSON.stringify(row)).not.toContain(tokenOf(path))
  })

  test('opens once', async () => {
    const { owner, outside } = await company()
    const { path } = await inviteMember(owner, { role: 'MEMBER' })
    await joinOrganisation(outside, tokenOf(path))

    const second = await contextFor(await makeUser())
    await expect(joinOrganisation(second, tokenOf(path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('adds one of two simultaneous users', async () => {
    const { owner, organisation } = await company()
    const { path } = await inviteMember(owner, { role: 'MEMBER' })
    const two = await Promise.all([makeUser(), makeUser()].map(async (user) => contextFor(await user)))

    const endings = await Promise.allSettled(two.map((ctx) => joinOrganisation(ctx, tokenOf(path))))

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.membership.count({ where: { organisationId: organisation.id } })).toBe(4)
  })

  test('cannot be used after it expired', async () => {
    const { owner, outside, organisation } = await company()
    const { path } = await inviteMember(owner, { role: 'MEMBER' })
    await db.invitation.updateMany({
      where: { organisationId: organisation.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    })

    await expect(getInvitation(outside, tokenOf(path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(joinOrganisation(outside, tokenOf(path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('cannot be used after it was revoked, which happens once', async () => {
    const { owner, admin, outside } = await company()
    const { path } = await inviteMember(owner, { role: 'MEMBER' })
    const [listed] = (await getOrganisationPage(admin)).invitations

    await revokeInvitation(admin, { id: listed!.id })

    await expect(joinOrganisation(outside, tokenOf(path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revokeInvitation(admin, { id: listed!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await getOrganisationPage(admin)).invitations).toEqual([])
  })

  test('is not used up by an existing member', async () => {
    const { owner, member, outside } = await company()
    const { path } = await inviteMember(owner, { role: 'ADMIN' })

    await expect(joinOrganisation(member, tokenOf(path))).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await getInvitation(member, tokenOf(path))).toMatchObject({ alreadyAs: 'MEMBER' })
    await expect(joinOrganisation(outside, tokenOf(path))).resolves.toBeTruthy()
  })

  test.each(['', 'nonsense', '\u0000', 'x'.repeat(10_000)])('does not open with %j', async (token) => {
    const ctx = await contextFor(await makeUser())

    await expect(joinOrganisation(ctx, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('to invite', () => {
  test('is not for plain members', async () => {
    const { member, owner } = await company()
    await inviteMember(owner, { role: 'MEMBER' })

    await expect(inviteMember(member, { role: 'MEMBER' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect((await getOrganisationPage(member)).invitations).toEqual([])
  })

  test('an owner takes an owner', async () => {
    const { admin, owner } = await company()

    await expect(inviteMember(admin, { role: 'OWNER' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(inviteMember(owner, { role: 'OWNER' })).resolves.toMatchObject({ path: expect.any(String) })
  })

  test('needs an organisation to share', async () => {
    const alone = await contextFor(await makeUser())

    await expect(inviteMember(alone, { role: 'MEMBER' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
  })

  test('takes one of the roles', async () => {
    const { owner } = await company()

    await expect(inviteMember(owner, { role: 'KING' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(inviteMember(owner, null)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('is not for visitors', async () => {
    await expect(inviteMember(visitor(), { role: 'MEMBER' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})

test('another organisation’s invitation cannot be revoked', async () => {
  const [ours, theirs] = await Promise.all([company(), company()])
  await inviteMember(theirs.owner, { role: 'MEMBER' })
  const [link] = (await getOrganisationPage(theirs.owner)).invitations

  await expect(revokeInvitation(ours.owner, { id: link!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await getOrganisationPage(theirs.owner)).invitations).toHaveLength(1)
})

test('an invitation can be mailed, a few times to one address', async () => {
  process.env.GUILDHALL_MAIL_OUTBOX = '1'
  try {
    const owner = await makeUser()
    const organisation = await makeOrganisation({ owner })
    const ctx = await contextFor(owner, { organisation })
    const email = `${freshName()}@test.local`

    const { sentTo, path } = await inviteMember(ctx, { role: 'MEMBER', email: email.toUpperCase() })

    expect(sentTo).toBe(email)
    const [mail] = await database().mail.findMany({ where: { to: email } })
    expect(mail?.text).toContain(path)
    expect(mail?.text).toContain(organisation.name)
    await expect(inviteMember(ctx, { role: 'MEMBER', email: 'no address' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    for (let turn = 0; turn < 4; turn++) await inviteMember(ctx, { role: 'MEMBER', email })
    await expect(inviteMember(ctx, { role: 'MEMBER', email })).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
    })
  } finally {
    delete process.env.GUILDHALL_MAIL_OUTBOX
  }
})

test('the owner is notified of who joined', async () => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner })
  const { path } = await inviteMember(await contextFor(owner, { organisation }), { role: 'MEMBER' })

  await joinOrganisation(await contextFor(member), path.split('/').at(-1)!)

  const notices = await database().notice.findMany({ where: { userId: owner.id } })
  expect(notices).toMatchObject([
    { kind: 'member.joined', title: `${member.name} joined ${organisation.name}` },
  ])
})
