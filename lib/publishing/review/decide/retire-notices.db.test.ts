import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  type TestVersion,
} from '../../../testing/factories.ts'
import { ownerOf, RETIREMENTS } from '../../../testing/setup/catalog/retirements.ts'
import { deprecate, takeDown } from './retire-version.ts'

const db = database()

const stateOf = async (id: string) => (await db.version.findUniqueOrThrow({ where: { id } })).state
const noticesOf = (userId: string) => db.notice.findMany({ where: { userId } })

async function install(version: TestVersion, organisationId: string): Promise<void> {
  const { id: versionId, skillSetId } = version
  await db.install.create({ data: { organisationId, skillSetId, versionId, installedById: 'unknown' } })
}

test.each(RETIREMENTS)(
  'an admin can $name, and the publisher is notified of the reason',
  async ({ to, retire }) => {
    const version = await makePublishedVersion()

    await retire(await contextFor(await makeAdmin()), version.id, 'Because.')

    expect(await stateOf(version.id)).toBe(to)
    expect(await noticesOf(ownerOf(version).id)).toMatchObject([
      { body: expect.stringContaining('Because.') },
    ])
  },
)

test.each(RETIREMENTS)('everyone who can change an installation is notified once', async ({ retire }) => {
  const version = await makePublishedVersion()
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  await install(version, organisation.id)
  await install(version, ownerOf(version).organisation.id)

  await retire(await contextFor(await makeAdmin()), version.id)

  expect(await noticesOf(owner.id)).toHaveLength(1)
  expect(await noticesOf(ownerOf(version).id)).toHaveLength(1)
  expect(await noticesOf(member.id)).toEqual([])
})

test('users of a range are notified of the version that runs for them, and of no other', async () => {
  const older = await makePublishedVersion()
  const { skillSet, skillSetId } = older
  const newer = await makePublishedVersion({ skillSet, document: { ...skillSet.document, version: '1.1.0' } })
  const follower = await makeUser()
  const installKey = { organisationId: follower.organisation.id, skillSetId }
  await db.install.create({
    data: { ...installKey, versionId: older.id, range: '^1', installedById: follower.id },
  })
  const publisher = await contextFor(ownerOf(older))

  await deprecate(publisher, { versionId: older.id, notice: 'Use 1.1.0.' })
  expect(await noticesOf(follower.id)).toEqual([])

  await deprecate(publisher, { versionId: newer.id, notice: 'Use 2.0.0', from: new Date('2099-01-31') })
  expect(await noticesOf(follower.id)).toMatchObject([
    {
      title: expect.stringContaining('1.1.0 will be deprecated'),
      body: 'Version 1.1.0 will be deprecated on 2099-01-31: Use 2.0.0. It keeps working until it is taken down.',
    },
  ])
})

test('if everything is taken down, each organisation is notified once', async () => {
  const older = await makePublishedVersion()
  const { skillSet, skillSetId } = older
  await makePublishedVersion({ skillSet, document: { ...skillSet.document, version: '1.1.0' } })
  const follower = await makeUser()
  const installKey = { organisationId: follower.organisation.id, skillSetId }
  await db.install.create({
    data: { ...installKey, versionId: older.id, range: '^1', installedById: follower.id },
  })

  await takeDown(await contextFor(await makeAdmin()), { skillSetId, reason: 'It leaks.' })

  expect(await noticesOf(follower.id)).toMatchObject([{ title: expect.stringContaining('1.1.0') }])
})
