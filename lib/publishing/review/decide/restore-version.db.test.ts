import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import { contextFor, makeAdmin, makePublishedVersion, makeUser, visitor } from '../../../testing/factories.ts'
import { ownerOf, RETIREMENTS } from '../../../testing/setup/catalog/retirements.ts'
import { restoreVersion } from './restore-version.ts'
import { deprecate, takeDown, yank } from './retire-version.ts'

const db = database()
const rowOf = (id: string) => db.version.findUniqueOrThrow({ where: { id } })

test.each(RETIREMENTS)(
  'the publisher takes back “$name” within 72 hours, which is written down',
  async (retirement) => {
    const version = await makePublishedVersion()
    const owner = await contextFor(ownerOf(version))
    await retirement.retire(owner, version.id)

    await restoreVersion(owner, version.id)

    expect(await rowOf(version.id)).toMatchObject({
      ...{
        state: 'PUBLISHED',
        deprecatedAt: null,
        deprecationNotice: null,
        yankedAt: null,
        yankReason: null,
      },
    })
    expect(await db.catalogEntry.count({ where: { skillSetId: version.skillSetId } })).toBe(1)
    const actions = (
      await db.auditEvent.findMany({ where: { subjectId: version.id }, orderBy: { id: 'asc' } })
    ).map(({ action }) => action)
    expect(actions).toEqual([
      `version.${retirement.name}`,
      retirement.name === 'yank' ? 'version.restore' : 'version.undeprecate',
    ])
  },
)

test('a version that was deprecated when it was taken down is deprecated again', async () => {
  const version = await makePublishedVersion()
  const owner = await contextFor(ownerOf(version))
  await deprecate(owner, { versionId: version.id, notice: 'Use 2.0.0.' })
  await yank(owner, { versionId: version.id, reason: 'It leaks.' })

  await restoreVersion(owner, version.id)

  expect(await rowOf(version.id)).toMatchObject({ state: 'DEPRECATED', deprecationNotice: 'Use 2.0.0.' })
})

test('after 72 hours a take-down stays', async () => {
  const version = await makePublishedVersion()
  const owner = await contextFor(ownerOf(version))
  await yank(owner, { versionId: version.id, reason: 'It leaks.' })
  const at = new Date(Date.now() - 73 * 3_600_000)
  await db.auditEvent.updateMany({ where: { subjectId: version.id }, data: { at } })

  await expect(restoreVersion(owner, version.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await rowOf(version.id)).toMatchObject({ state: 'YANKED' })
})

test('only an admin takes back what an admin of the site decided', async () => {
  const version = await makePublishedVersion()
  const [owner, admin] = [await contextFor(ownerOf(version)), await contextFor(await makeAdmin())]
  await yank(admin, { versionId: version.id, reason: 'It leaks.' })

  await expect(restoreVersion(owner, version.id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await restoreVersion(admin, version.id)

  expect(await rowOf(version.id)).toMatchObject({ state: 'PUBLISHED' })
})

test('a publisher cannot restore a yanked version that an admin has taken down since', async () => {
  const version = await makePublishedVersion()
  const [owner, admin] = [await contextFor(ownerOf(version)), await contextFor(await makeAdmin())]
  const request = { skillSetId: version.skillSetId, reason: 'It leaks.' }
  await yank(owner, { versionId: version.id, reason: 'A typo.' })

  expect(await takeDown(admin, request)).toEqual([version.number])

  const told = await db.notice.findMany({ where: { userId: owner.viewer!.userId, kind: 'version.yanked' } })
  expect(told).toMatchObject([{ title: expect.stringContaining('An admin took down'), body: 'It leaks.' }])
  await expect(takeDown(admin, request)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(restoreVersion(owner, version.id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await restoreVersion(admin, version.id)
  expect(await rowOf(version.id)).toMatchObject({ state: 'PUBLISHED' })
})

test('a published version has nothing to take back, and strangers take back nothing', async () => {
  const version = await makePublishedVersion()

  await expect(restoreVersion(await contextFor(ownerOf(version)), version.id)).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(restoreVersion(visitor(), version.id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(restoreVersion(await contextFor(await makeUser()), version.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
