import { expect, test } from 'vitest'
import { listAdminIds } from '../../accounts/rows/users.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { makeAdmin, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { listMemberIds, listOrganisationAdminIds } from './memberships.ts'

const db = database()

test('the list of admins has those of the site, not those of organisations', async () => {
  const [admin, owner] = [await makeAdmin(), await makeUser()]

  const ids = await listAdminIds(db)

  expect(ids).toContain(admin.id)
  expect(ids).not.toContain(owner.id)
})

test('the list of members has everyone in the organisation, whatever their role', async () => {
  const [owner, admin, member, stranger] = [
    await makeUser(),
    await makeUser(),
    await makeUser(),
    await makeUser(),
  ]
  const organisation = await makeOrganisation({ owner, admins: [admin], members: [member] })

  const ids = await listMemberIds(db, organisation.id)

  expect(ids.toSorted()).toEqual([owner.id, admin.id, member.id].toSorted())
  expect(ids).not.toContain(stranger.id)
})

test('the list of organisations’ admins includes their owners, each person once', async () => {
  const [owner, member, other] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })

  expect(await listOrganisationAdminIds(db, [organisation.id, owner.organisation.id])).toEqual([owner.id])
  expect((await listOrganisationAdminIds(db, [organisation.id, other.organisation.id])).toSorted()).toEqual(
    [owner.id, other.id].toSorted(),
  )
  expect(await listOrganisationAdminIds(db, [])).toEqual([])
})
