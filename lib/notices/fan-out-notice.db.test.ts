import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { makeOrganisation, makeUser } from '../testing/factories.ts'
import { fanOutNotice, sendNextBatch } from './fan-out-notice.ts'

const db = database()
const notice = { kind: 'version.yanked', title: 'Tools 1.0.0 was taken down', body: 'It leaks.' } as const

/** Five customers' owners, one of whom owns two organisations, and a publisher with a member. */
async function setUp() {
  const owners = await Promise.all([1, 2, 3, 4, 5].map(() => makeUser()))
  const second = await makeOrganisation({ owner: owners[0]! })
  const [publisher, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner: publisher, members: [member] })
  const adminsOfIds = [...owners.map((owner) => owner.organisation.id), second.id]
  const audience = { memberOfId: organisation.id, adminsOfIds, exceptUserId: publisher.id }
  const everyone = [...owners, member].map(({ id }) => id).sort()
  const notified = async () => {
    const rows = await db.notice.findMany({ where: { userId: { in: [...everyone, publisher.id] } } })
    return rows.map(({ userId }) => userId).sort()
  }
  const fanOutId = async () => {
    const row = await db.noticeFanOut.findFirst({ where: { memberOfId: organisation.id } })
    return row?.id
  }
  return { audience, everyone, notified, fanOutId }
}

test('a small audience is notified in the transaction of the event', async () => {
  const { audience, everyone, notified, fanOutId } = await setUp()

  await db.$transaction((tx) => fanOutNotice(tx, audience, notice))

  expect(await notified()).toEqual(everyone)
  expect(await fanOutId()).toBeUndefined()
})

test('a large audience is notified in batches after the commit, each person exactly once', async () => {
  const { audience, everyone, notified, fanOutId } = await setUp()

  await db.$transaction((tx) => fanOutNotice(tx, audience, notice, 2))
  expect(await notified()).toEqual([])
  const id = (await fanOutId())!

  // Two workers, one of which took over while the other was still at work.
  await Promise.all([sendNextBatch(db, id, 2), sendNextBatch(db, id, 2)])
  expect(await notified()).toHaveLength(4)
  while (await sendNextBatch(db, id, 2));

  expect(await notified()).toEqual(everyone)
  expect(await sendNextBatch(db, id, 2)).toBe(false)
  expect(await fanOutId()).toBeUndefined()
})

test('an event that is rolled back notifies no one', async () => {
  const { audience, notified, fanOutId } = await setUp()

  const event = db.$transaction(async (tx) => {
    await fanOutNotice(tx, audience, notice, 2)
    throw new Error('The event failed.')
  })

  await expect(event).rejects.toThrow('The event failed.')
  expect(await notified()).toEqual([])
  expect(await fanOutId()).toBeUndefined()
})
