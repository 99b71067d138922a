import { expect, test } from 'vitest'
import {
  makeAdmin,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  type TestVersion,
} from '../testing/factories.ts'
import { listAdminIds, listInstallerIds, listMemberIds } from './audiences.ts'
import { database } from './client.ts'

const db = database()

async function install({ id: versionId, skillSetId }: TestVersion, organisationId: string): Promise<void> {
  await db.install.create({ data: { organisationId, skillSetId, versionId, installedById: 'somebody' } })
}

test('admins are those of the house, not of an organisation', async () => {
  const [admin, owner] = [await makeAdmin(), await makeUser()]

  const ids = await listAdminIds(db)

  expect(ids).toContain(admin.id)
  expect(ids).not.toContain(owner.id)
})

test('members are everyone of the organisation, whatever their role', async () => {
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

test('installers are those who may change the installation of one of these very versions, each once', async () => {
  const [one, two] = [await makePublishedVersion(), await makePublishedVersion()]
  const [owner, member, other] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  await install(one, organisation.id)
  await install(one, owner.organisation.id)
  await install(two, other.organisation.id)

  expect(await listInstallerIds(db, [one.id])).toEqual([owner.id])
  expect((await listInstallerIds(db, [one.id, two.id])).toSorted()).toEqual([owner.id, other.id].toSorted())
})
