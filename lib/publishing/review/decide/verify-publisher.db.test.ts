// Tests who may verify a publisher, and that the catalogue shows it at once.
import { expect, test } from 'vitest'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { contextFor, makeAdmin, makePublishedVersion, makeUser, visitor } from '../../../testing/factories.ts'
import { verifyPublisher } from './verify-publisher.ts'

const db = database()

async function listed() {
  const version = await makePublishedVersion()
  await db.$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  const { publisher } = version.skillSet
  const marks = async () => {
    const rows = await db.catalogEntry.findMany({ where: { publisher: publisher.handle } })
    return rows.map(({ verified }) => verified)
  }
  return { publisher, marks }
}

test('an admin verifies a publisher and revokes it; catalogue, audit log and publisher are updated', async () => {
  const { publisher, marks } = await listed()
  const admin = await contextFor(await makeAdmin())

  await verifyPublisher(admin, publisher.handle, { ...publisher, isVerified: true })

  expect(await marks()).toEqual([true])
  expect(await db.auditEvent.findMany({ where: { subjectId: publisher.id } })).toMatchObject([
    { action: 'publisher.verify', actorId: admin.viewer!.userId, subject: publisher.handle },
  ])
  expect(await db.notice.findMany({ where: { userId: publisher.owner.id } })).toMatchObject([
    { kind: 'publisher.verified', href: `/${publisher.handle}` },
  ])

  await verifyPublisher(admin, publisher.handle, { ...publisher, isVerified: false })

  expect(await marks()).toEqual([false])
})

test('a publisher cannot be verified twice, nor unverified twice', async () => {
  const { publisher } = await listed()
  const admin = await contextFor(await makeAdmin())

  const twice = verifyPublisher(admin, publisher.handle, { ...publisher, isVerified: true }).then(() =>
    verifyPublisher(admin, publisher.handle, { ...publisher, isVerified: true }),
  )

  await expect(twice).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a publisher that changed its name since the admin looked is not verified', async () => {
  const { publisher, marks } = await listed()
  const admin = await contextFor(await makeAdmin())
  await db.publisher.update({ where: { id: publisher.id }, data: { displayName: 'A famous company' } })

  const attempt = verifyPublisher(admin, publisher.handle, { ...publisher, isVerified: true })

  await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await marks()).toEqual([false])
})

test('it is not the publisher’s own to take', async () => {
  const { publisher, marks } = await listed()

  for (const user of [publisher.owner, await makeUser()]) {
    const attempt = verifyPublisher(await contextFor(user), publisher.handle, {
      ...publisher,
      isVerified: true,
    })
    await expect(attempt).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  }
  await expect(
    verifyPublisher(visitor(), publisher.handle, { ...publisher, isVerified: true }),
  ).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  expect(await marks()).toEqual([false])
})

test('an invalid handle has no publisher', async () => {
  const admin = await contextFor(await makeAdmin())

  for (const handle of ['nobody_has_this', '\0', '']) {
    await expect(
      verifyPublisher(admin, handle, { displayName: 'Nobody', isVerified: true }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})
