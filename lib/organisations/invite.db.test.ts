// Invitations by link: who may make one, and when it opens no more.
import { describe, expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { hashSecretToken } from '../db/secret-token.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { changeRole } from './change-member.ts'
import { getOrganisationPage } from './get-organisation-page.ts'
import { invite, revokeInvitation } from './invite.ts'
import { getInvitation, join } from './join.ts'

const db = database()
const tokenOf = (path: string) => path.split('/').at(-1)!

/** An organisation with one of each, and a stranger. */
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
  test('lets one person in, as what it says', async () => {
    const { owner, outside, organisation, stranger } = await company()
    const { path } = await invite(owner, { role: 'ADMIN' })

    const seen = await getInvitation(outside, tokenOf(path))
    const joined = await join(outside, tokenOf(path))

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

  test('is not made by somebody who was an admin when the request began, and is none any more', async () => {
    const { owner, admin, organisation } = await company()
    const { userId } = admin.viewer!
    await changeRole(owner, { userId, role: 'MEMBER' })

    await expect(invite(admin, { role: 'MEMBER' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await db.invitation.count({ where: { organisationId: organisation.id } })).toBe(0)
  })

  test('can be read by a visitor, who has to sign in to use it', async () => {
    const { admin, organisation } = await company()
    const { path } = await invite(admin, { role: 'MEMBER' })

    expect(await getInvitation(visitor(), tokenOf(path))).toMatchObject({
      organisationName: organisation.name,
    })
    await expect(join(visitor(), tokenOf(path))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('is kept as a hash only', async () => {
    const { owner, organisation } = await company()
    const { path } = await invite(owner, { role: 'MEMBER' })

    const row = await db.invitation.findFirstOrThrow({ where: { organisationId: organisation.id } })
    expect(row.tokenHash).toBe(hashSecretToken(tokenOf(path)))
    expect(JSON.stringify(row)).not.toContain(tokenOf(path))
  })

  test('opens once', async () => {
    const { owner, outside } = await company()
    const { path } = await invite(owner, { role: 'MEMBER' })
    await join(outside, tokenOf(path))

    const second = await contextFor(await makeUser())
    await expect(join(second, tokenOf(path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('lets one of two in who come at once', async () => {
    const { owner, organisation } = await company()
    const { path } = await invite(owner, { role: 'MEMBER' })
    const two = await Promise.all([makeUser(), makeUser()].map(async (user) => contextFor(await user)))

    const endings = await Promise.allSettled(two.map((ctx) => join(ctx, tokenOf(path))))

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.membership.count({ where: { organisationId: organisation.id } })).toBe(4)
  })

  test('opens no more once it has expired', async () => {
    const { owner, outside, organisation } = await company()
    const { path } = await invite(owner, { role: 'MEMBER' })
    await db.invitation.updateMany({
      where: { organisationId: organisation.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    })

    await expect(getInvitation(outside, tokenOf(path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(join(outside, tokenOf(path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('opens no more once it was taken back, which happens once', async () => {
    const { owner, admin, outside } = await company()
    const { path } = await invite(owner, { role: 'MEMBER' })
    const [listed] = (await getOrganisationPage(admin)).invitations

    await revokeInvitation(admin, { id: listed!.id })

    await expect(join(outside, tokenOf(path))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revokeInvitation(admin, { id: listed!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await getOrganisationPage(admin)).invitations).toEqual([])
  })

  test('is not used up by somebody who is in already', async () => {
    const { owner, member, outside } = await company()
    const { path } = await invite(owner, { role: 'ADMIN' })

    await expect(join(member, tokenOf(path))).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await getInvitation(member, tokenOf(path))).toMatchObject({ alreadyAs: 'MEMBER' })
    await expect(join(outside, tokenOf(path))).resolves.toBeTruthy()
  })

  test.each(['', 'nonsense', '\u0000', 'x'.repeat(10_000)])('does not open with %j', async (token) => {
    const ctx = await contextFor(await makeUser())

    await expect(join(ctx, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('to invite', () => {
  test('is not for plain members', async () => {
    const { member, owner } = await company()
    await invite(owner, { role: 'MEMBER' })

    await expect(invite(member, { role: 'MEMBER' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect((await getOrganisationPage(member)).invitations).toEqual([])
  })

  test('an owner takes an owner', async () => {
    const { admin, owner } = await company()

    await expect(invite(admin, { role: 'OWNER' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(invite(owner, { role: 'OWNER' })).resolves.toMatchObject({ path: expect.any(String) })
  })

  test('needs an organisation to share', async () => {
    const alone = await contextFor(await makeUser())

    await expect(invite(alone, { role: 'MEMBER' })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('takes one of the roles', async () => {
    const { owner } = await company()

    await expect(invite(owner, { role: 'KING' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(invite(owner, null)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('is not for visitors', async () => {
    await expect(invite(visitor(), { role: 'MEMBER' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

test('a link of another organisation cannot be taken back', async () => {
  const [ours, theirs] = await Promise.all([company(), company()])
  await invite(theirs.owner, { role: 'MEMBER' })
  const [link] = (await getOrganisationPage(theirs.owner)).invitations

  await expect(revokeInvitation(ours.owner, { id: link!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await getOrganisationPage(theirs.owner)).invitations).toHaveLength(1)
})
