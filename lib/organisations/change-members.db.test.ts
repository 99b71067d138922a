// Tests roles, removal and leaving: no one grants a higher role than their own, and an owner always remains.
import { describe, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeOrganisation, makeUser } from '../testing/factories.ts'
import { changeRole, leaveOrganisation, removeMember } from './change-members.ts'
import { getOrganisationPage } from './get-organisation-page.ts'
import { inviteMember } from './invitations.ts'

const db = database()

async function company() {
  const [first, second, plain] = await Promise.all([makeUser(), makeUser(), makeUser()])
  const organisation = await makeOrganisation({ owner: first, admins: [second], members: [plain] })
  const as = (user: typeof first) => contextFor(user, { organisation })
  const roles = async () => {
    const rows = await db.membership.findMany({ where: { organisationId: organisation.id } })
    return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]))
  }
  return {
    organisation,
    roles,
    ids: { owner: first.id, admin: second.id, member: plain.id },
    owner: await as(first),
    admin: await as(second),
    member: await as(plain),
  }
}

describe('a role', () => {
  test('is granted by an owner, and recorded in the audit log', async () => {
    const { owner, ids, roles, organisation } = await company()

    await changeRole(owner, { userId: ids.member, role: 'ADMIN' })

    expect((await roles())[ids.member]).toBe('ADMIN')
    const event = await db.auditEvent.findFirstOrThrow({
      where: { subjectId: organisation.id, action: 'member.role' },
    })
    expect(event).toMatchObject({ actorId: ids.owner, data: { from: 'MEMBER', to: 'ADMIN' } })
  })

  test('is not given by a plain member, least of all to themselves', async () => {
    const { member, ids } = await company()

    const rise = changeRole(member, { userId: ids.member, role: 'OWNER' })

    await expect(rise).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('cannot be granted by an admin who lost their role during the request', async () => {
    const { owner, admin, ids, roles } = await company()
    await changeRole(owner, { userId: ids.admin, role: 'MEMBER' })

    await expect(changeRole(admin, { userId: ids.member, role: 'ADMIN' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
    await expect(removeMember(admin, { userId: ids.member })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect((await roles())[ids.member]).toBe('MEMBER')
  })

  test('above one’s own cannot be granted, nor revoked from a higher one', async () => {
    const { admin, ids, roles } = await company()

    for (const change of [
      { userId: ids.admin, role: 'OWNER' },
      { userId: ids.member, role: 'OWNER' },
      { userId: ids.owner, role: 'MEMBER' },
    ]) {
      await expect(changeRole(admin, change)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
    expect(await roles()).toEqual({ [ids.owner]: 'OWNER', [ids.admin]: 'ADMIN', [ids.member]: 'MEMBER' })
  })

  test('of the last owner stays', async () => {
    const { owner, ids } = await company()

    const demotion = changeRole(owner, { userId: ids.owner, role: 'MEMBER' })

    await expect(demotion).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('of a stranger cannot be changed', async () => {
    const { owner } = await company()
    const stranger = await makeUser()

    const change = changeRole(owner, { userId: stranger.id, role: 'MEMBER' })

    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('must be a role, and a person', async () => {
    const { owner, ids } = await company()

    for (const bad of [{ userId: ids.member, role: 'KING' }, { userId: { not: '' }, role: 'ADMIN' }, null]) {
      await expect(changeRole(owner, bad)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
  })

  test('that is revoked closes the pages it gave access to', async () => {
    const { owner, admin, ids, organisation } = await company()
    await inviteMember(admin, { role: 'MEMBER' })
    const key = { organisationId: organisation.id, userId: ids.admin, prefix: 'gh_x' }
    for (const scope of ['run', 'publish', 'admin']) {
      await db.apiKey.create({
        data: { ...key, name: scope, scopes: [scope], hash: `${ids.admin} ${scope}` },
      })
    }

    await changeRole(owner, { userId: ids.admin, role: 'MEMBER' })

    expect((await getOrganisationPage(owner)).invitations).toEqual([])
    const left = await db.apiKey.findMany({ where: { userId: ids.admin, revokedAt: null } })
    expect(left.map(({ name }) => name)).toEqual(['run'])
  })

  test('that is revoked from an owner closes the owners’ pages', async () => {
    const { owner, admin, ids } = await company()
    await changeRole(owner, { userId: ids.admin, role: 'OWNER' })
    await inviteMember(
      { ...admin, viewer: { ...admin.viewer!, organisationRole: 'OWNER' } },
      { role: 'OWNER' },
    )

    await changeRole(owner, { userId: ids.admin, role: 'ADMIN' })

    expect((await getOrganisationPage(owner)).invitations).toEqual([])
  })
})

describe('removing a member', () => {
  test('ends their membership, their keys for it and their invitations', async () => {
    const { owner, admin, ids, roles, organisation } = await company()
    await inviteMember(admin, { role: 'MEMBER' })
    await db.apiKey.create({
      data: {
        organisationId: organisation.id,
        userId: ids.admin,
        name: 'ci',
        prefix: 'gh_x',
        hash: ids.admin,
      },
    })

    await removeMember(owner, { userId: ids.admin })

    expect((await roles())[ids.admin]).toBeUndefined()
    expect((await getOrganisationPage(owner)).invitations).toEqual([])
    expect(await db.apiKey.count({ where: { userId: ids.admin, revokedAt: null } })).toBe(0)
  })

  test('is not for plain members', async () => {
    const { member, ids } = await company()

    await expect(removeMember(member, { userId: ids.admin })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('an owner takes an owner', async () => {
    const { admin, ids } = await company()

    await expect(removeMember(admin, { userId: ids.owner })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('reaches into no other organisation', async () => {
    const [ours, theirs] = await Promise.all([company(), company()])

    const removal = removeMember(ours.owner, { userId: theirs.ids.member })

    await expect(removal).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await theirs.roles()).toHaveProperty(theirs.ids.member)
  })
})

describe('to leave', () => {
  test('is for everyone', async () => {
    const { member, ids, roles } = await company()

    await leaveOrganisation(member)

    expect(await roles()).not.toHaveProperty(ids.member)
  })

  test('is not for the last owner', async () => {
    const { owner } = await company()

    await expect(leaveOrganisation(owner)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('is not possible from oneself', async () => {
    const alone = await contextFor(await makeUser())

    await expect(leaveOrganisation(alone)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('two owners who leave at the same time cannot both leave', async () => {
    const [first, second] = await Promise.all([makeUser(), makeUser()])
    const organisation = await makeOrganisation({ owner: first })
    await db.membership.create({
      data: { organisationId: organisation.id, userId: second.id, role: 'OWNER' },
    })
    const both = await Promise.all([first, second].map((user) => contextFor(user, { organisation })))

    const endings = await Promise.allSettled(both.map(leaveOrganisation))

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.membership.count({ where: { organisationId: organisation.id, role: 'OWNER' } })).toBe(1)
  })
})
