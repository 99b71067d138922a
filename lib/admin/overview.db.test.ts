import { expect, test } from 'vitest'
import { getPersonForAdmin } from '../accounts/get-person.ts'
import { listPeople } from '../accounts/manage-users.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { getPublisherForAdmin } from '../publishing/review/read/get-publisher.ts'
import { listPublishers } from '../publishing/review/read/list-publishers.ts'
import { contextFor, makeAdmin, makePublishedVersion, makeUser } from '../testing/factories.ts'
import { countWaiting } from './count-waiting.ts'
import { getSiteOverview } from './overview.ts'

test('what waits for an admin, and the publishers, are for admins only', async () => {
  const admin = await contextFor(await makeAdmin())
  const { skillName } = await makePublishedVersion()
  const [handle = ''] = skillName.split('.')

  expect(await countWaiting(admin)).toEqual({
    reviews: expect.any(Number),
    appeals: expect.any(Number),
    reports: expect.any(Number),
  })
  const { publishers } = await listPublishers(admin, { text: handle, page: 0 })
  expect(publishers).toMatchObject([{ handle, skillSets: 1, recalled: 0, runs30d: 0, verified: false }])

  const user = await contextFor(await makeUser())
  for (const refused of [countWaiting(user), listPublishers(user, { text: '', page: 0 })])
    await expect(refused).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('the overview has a row for each of the last 30 days, with the sign-ups of today', async () => {
  const admin = await contextFor(await makeAdmin())
  const { id } = await makeUser()
  const { createdAt } = await database().user.findUniqueOrThrow({ where: { id } })

  const { days, total, waiting } = await getSiteOverview(admin, createdAt)

  expect(days).toHaveLength(30)
  expect(days.at(-1)?.day).toBe(createdAt.toISOString().slice(0, 10))
  expect(days.at(-1)?.signUps).toBeGreaterThan(0)
  expect(total.signUps).toBeGreaterThanOrEqual(days.at(-1)!.signUps)
  expect(waiting).toMatchObject({
    reviews: expect.any(Number),
    failedMails: expect.any(Number),
    payouts: expect.any(Number),
  })
})

test('the page of a person shows organisations, keys, the last sign-in and what they did', async () => {
  const admin = await contextFor(await makeAdmin())
  const user = await makeUser()
  const actor = { userId: user.id, name: user.name }
  const about = { subjectType: 'person', subjectId: user.id, subject: user.email } as const
  await database().$transaction((tx) => recordAudit(tx, { actor, action: 'person.sign_in', ...about }))

  expect(await getPersonForAdmin(admin, user.id)).toMatchObject({
    person: { email: user.email, isLocked: false },
    organisations: [{ id: user.organisation.id, isPersonal: true }],
    lastSignInAt: expect.any(Date),
    keys: 0,
    events: [{ action: 'person.sign_in' }],
  })
})

test('the page of a publisher shows its people, drafts, versions and money', async () => {
  const admin = await contextFor(await makeAdmin())
  const { skillName, id } = await makePublishedVersion()
  const [handle = '', slug] = skillName.split('.')

  expect(await getPublisherForAdmin(admin, handle)).toMatchObject({
    record: { handle },
    earnings: '0',
    members: [{ email: expect.stringContaining('@') }],
    skillSets: [{ slug, versions: [{ id, state: 'PUBLISHED' }] }],
    reports: [],
  })
})

test('deleted accounts are not listed among the people', async () => {
  const admin = await contextFor(await makeAdmin())
  const user = await makeUser()
  const list = async () => (await listPeople(admin, { text: user.id, page: 0 })).people
  await database().user.update({
    where: { id: user.id },
    data: { email: `deleted-${user.id}@deleted.invalid`, name: 'Deleted user' },
  })

  expect(await list()).toEqual([])
})

test('the overview and the pages of people and publishers are for admins only', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  for (const refused of [
    getSiteOverview(ctx),
    getPersonForAdmin(ctx, user.id),
    getPublisherForAdmin(ctx, 'x'),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  const admin = await contextFor(await makeAdmin())
  for (const missing of [getPersonForAdmin(admin, 'x\0'), getPublisherForAdmin(admin, 'no_such_handle')])
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
