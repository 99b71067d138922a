// Tests the three valves: age, share and return.
import { expect, test } from 'vitest'
import { findPageParts } from '../catalog/find-page-parts.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { yank } from '../publishing/review/decide/retire-version.ts'
import { contextFor, makeAdmin, makeOrganisation, makeUser } from '../testing/factories.ts'
import { callAsAgent } from '../testing/setup/accounts/limited-key.ts'
import {
  makeOrganisationId,
  numberFor,
  rollOut,
  setUpOldVersion,
} from '../testing/setup/catalog/rolled-out.ts'
import { install } from './change-install.ts'
import { listInstalled } from './list-installed.ts'
import { pointOf } from './offer-versions.ts'
import { takeVersion } from './take-version.ts'

test('a version that makes changes reaches ranges after 72 hours, and an exact number at once', async () => {
  const { publish } = await setUpOldVersion('writes')
  const young = await publish('1.4.0', 71)
  const organisationId = await makeOrganisationId()

  expect(await numberFor(organisationId, young)).toBe('1.3.2')
  expect(await numberFor(organisationId, young, '^1.3')).toBe('1.3.2')
  expect(await numberFor(organisationId, young, '1.4.0')).toBe('1.4.0')
  await database().version.update({
    where: { id: young.id },
    data: { publishedAt: new Date(Date.now() - 73 * 3_600_000) },
  })
  expect(await numberFor(organisationId, young)).toBe('1.4.0')
})

test('a version that only reads, and the first version of a SkillSet, wait for nothing', async () => {
  const reads = await setUpOldVersion()
  expect(await numberFor(await makeOrganisationId(), await reads.publish('1.4.0'))).toBe('1.4.0')

  const writes = await setUpOldVersion('writes')
  await database().version.update({ where: { id: writes.old.id }, data: { publishedAt: new Date() } })
  expect(await numberFor(await makeOrganisationId(), writes.old)).toBe('1.3.2')
})

test('an organisation may wait longer than the site, and its publisher never waits', async () => {
  const { publish, skillSet } = await setUpOldVersion()
  const version = await publish('1.4.0', 100)
  const organisationId = await makeOrganisationId()
  await database().organisation.updateMany({
    where: { id: { in: [organisationId, skillSet.publisher.organisationId] } },
    data: { versionAgeHours: 168 },
  })

  expect(await numberFor(organisationId, version)).toBe('1.3.2')
  expect(await numberFor(await makeOrganisationId(), version)).toBe('1.4.0')
  expect(await numberFor(skillSet.publisher.organisationId, version)).toBe('1.4.0')
})

test('a verified publisher waits like everyone else', async () => {
  const { publish, skillSet } = await setUpOldVersion('writes')
  await database().publisher.update({ where: { id: skillSet.publisherId }, data: { verifiedAt: new Date() } })

  expect(await numberFor(await makeOrganisationId(), await publish('1.4.0'))).toBe('1.3.2')
})

test('a reviewed fix of a version that an admin took down does not wait, one without review does', async () => {
  const { publish } = await setUpOldVersion('writes')
  const broken = await publish('1.4.0', 100)
  const fix = await publish('1.4.1', 1)
  const organisationId = await makeOrganisationId()

  expect(await numberFor(organisationId, fix)).toBe('1.4.0')
  await yank(await contextFor(await makeAdmin()), { versionId: broken.id, reason: 'Wrong.' })
  expect(await numberFor(organisationId, fix)).toBe('1.4.1')
  await database().version.update({ where: { id: fix.id }, data: { reviewed: false } })
  expect(await numberFor(organisationId, fix)).toBe('1.3.2')
})

test('a publisher who takes an own version down exempts no later one', async () => {
  const { publish, skillSet } = await setUpOldVersion('writes')
  const own = await publish('1.4.0', 100)
  const next = await publish('1.4.1', 1)
  const organisationId = await makeOrganisationId()

  await yank(await contextFor(skillSet.publisher.owner), { versionId: own.id, reason: 'Replaced.' })
  expect(await numberFor(organisationId, next)).toBe('1.3.2')
})

test('a publisher who takes every older version down does not skip the wait of the newest', async () => {
  const { publish, skillSet, old, ref } = await setUpOldVersion('writes')
  const own = await publish('1.4.0', 100)
  const young = await publish('2.0.0', 1)
  const user = await makeUser()
  const organisationId = user.organisation.id
  for (const { id: versionId } of [old, own])
    await yank(await contextFor(skillSet.publisher.owner), { versionId, reason: 'Old.' })

  const until = new Date(young.createdAt.getTime() + 71 * 3_600_000).toISOString().slice(0, 10)
  await expect(numberFor(organisationId, young)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringMatching(`2\\.0\\.0 .* is new and reaches your organisation on ${until}`),
    options: { retryAfter: expect.any(Number), href: `/${ref.publisher}/${ref.skillset}` },
  })
  await expect(numberFor(organisationId, young, '^2')).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect(await numberFor(organisationId, young, '2.0.0')).toBe('2.0.0')
  expect(await numberFor(skillSet.publisher.organisationId, young)).toBe('2.0.0')
  const ctx = await contextFor(user)
  const page = await findPageParts(ctx, { ...ref, skill: young.skillName.split('.')[2]! })
  expect(page.coming).toMatchObject({ number: '2.0.0', kind: 'age', servedNumber: null })
  await expect(
    callAsAgent(ctx, 'describe_skill', { name: young.skillName, detail: 'full' }),
  ).rejects.toMatchObject({ code: 'POLICY_DENIED' })

  await takeVersion(ctx, ref, { versionId: young.id, reason: 'We looked at it.' })
  expect(await numberFor(organisationId, young)).toBe('2.0.0')
  // Someone who installs it agrees to it.
  const other = await makeUser()
  await install(await contextFor(other), ref, { versionId: young.id, range: '^2', consent: true })
  expect(await numberFor(other.organisation.id, young)).toBe('2.0.0')
})

test('an organisation takes a version before its time with a reason, which is audited', async () => {
  const { publish, ref } = await setUpOldVersion('writes')
  const young = await publish('1.4.0')
  const user = await makeUser()
  const ctx = await contextFor(user)

  await expect(takeVersion(ctx, ref, { versionId: young.id, reason: ' ' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(await takeVersion(ctx, ref, { versionId: young.id, reason: 'We need the fix of the sums.' })).toBe(
    '1.4.0',
  )
  expect(await numberFor(user.organisation.id, young)).toBe('1.4.0')
  expect(await numberFor(await makeOrganisationId(), young)).toBe('1.3.2')
  expect(
    await database().auditEvent.findFirst({ where: { action: 'version.take', subjectId: young.id } }),
  ).toMatchObject({ data: { reason: 'We need the fix of the sums.', heldBy: 'age' } })
  await expect(takeVersion(ctx, ref, { versionId: young.id, reason: 'Again.' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a plain member cannot take a version for the organisation, and nobody takes a returned one', async () => {
  const { publish, ref, old } = await setUpOldVersion('writes')
  const young = await publish('1.4.0')
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const wanted = { versionId: young.id, reason: 'Now.' }

  await expect(takeVersion(await contextFor(member, { organisation }), ref, wanted)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await database().rollout.create({
    data: { versionId: young.id, skillSetId: young.skillSetId, oldVersionId: old.id, state: 'returned' },
  })
  await expect(takeVersion(await contextFor(owner, { organisation }), ref, wanted)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('was returned'),
  })
})

test('an install that follows a range gets an older version meanwhile, and a pin keeps its own', async () => {
  const { publish, ref, old } = await setUpOldVersion()
  const [follower, pinned] = [await contextFor(await makeUser()), await contextFor(await makeUser())]
  await install(follower, ref, { versionId: old.id, range: '^1.3', consent: true })
  const next = await publish('1.4.0')
  await install(pinned, ref, { versionId: next.id, consent: true })
  const rollout = await rollOut(next, { share: 0, oldVersionId: old.id })
  const running = async (ctx: typeof follower) => (await listInstalled(ctx)).installed[0]

  expect(await running(follower)).toMatchObject({
    number: '1.3.2',
    upgrade: null,
    waiting: null,
    coming: { number: '1.4.0', kind: 'share' },
  })
  expect(await running(pinned)).toMatchObject({ number: '1.4.0', range: null })
  await database().rollout.update({ where: { id: rollout.id }, data: { state: 'returned' } })
  expect(await running(follower)).toMatchObject({ number: '1.3.2', coming: null })
  expect(await running(pinned)).toMatchObject({ number: '1.4.0' })
})

test('a range to which only a held version belongs still leads to it', async () => {
  const { publish, old } = await setUpOldVersion()
  const next = await publish('2.0.0')
  await rollOut(next, { share: 0, oldVersionId: old.id })

  expect(await numberFor(await makeOrganisationId(), next, '^2')).toBe('2.0.0')
  expect(await numberFor(await makeOrganisationId(), next)).toBe('1.3.2')
})

test('10,000 resolutions while the share rises flip no organisation back', async () => {
  const { publish, old } = await setUpOldVersion()
  const next = await publish('1.4.0')
  const { id } = await rollOut(next, { share: 0, oldVersionId: old.id })
  const organisationIds = Array.from({ length: 100 }, (_, index) => `organisation ${index}`)
  const got = new Map<string, string>()
  let flips = 0
  for (let round = 0; round < 100; round++) {
    await database().rollout.update({ where: { id }, data: { share: round / 99 } })
    const numbers = await Promise.all(organisationIds.map((each) => numberFor(each, next)))
    for (const [index, number] of numbers.entries()) {
      const organisationId = organisationIds[index]!
      if (got.get(organisationId) === '1.4.0' && number !== '1.4.0') flips += 1
      got.set(organisationId, number)
    }
  }

  expect(flips).toBe(0)
  expect([...got.values()].every((number) => number === '1.4.0')).toBe(true)
})

test('organisations are spread evenly, and stand elsewhere in another rollout', () => {
  const points = Array.from({ length: 2_000 }, (_, index) =>
    pointOf({ rolloutId: 'one', skillSetId: 'set', organisationId: `organisation ${index}` }),
  )
  const below = points.filter((point) => point < 0.25).length
  expect(below).toBeGreaterThan(430)
  expect(below).toBeLessThan(570)
  expect(pointOf({ rolloutId: 'two', skillSetId: 'set', organisationId: 'organisation 0' })).not.toBe(
    points[0],
  )
})
