import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { getPublisherPage } from '../../catalog/get-publisher-page.ts'
import { getSkillSetPage } from '../../catalog/get-skill-set-page.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { contactPublisher } from './contact-publisher.ts'
import { getPublisherProfile, requestVerification, savePublisherProfile } from './profile.ts'
import { addScreenshot, getScreenshots, removeScreenshot } from './screenshots.ts'

const db = database()
const PROFILE = {
  displayName: 'Analytical Engines',
  bio: 'We compute.',
  website: 'https://example.com',
  support: 'help@example.com',
  repository: 'https://github.com/example',
}

async function makeTeam() {
  const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const publisher = await makePublisher({ owner, organisation })
  return {
    publisher,
    owner: await contextFor(owner, { organisation }),
    member: await contextFor(member, { organisation }),
    stranger: await contextFor(stranger),
  }
}

/** A PNG of one pixel, with bytes after its end that make it unique. */
function makePng(): Uint8Array {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return Buffer.concat([Buffer.from(pixel, 'base64'), randomBytes(8)])
}

test('a profile is saved by owners and admins, and shown on the public page', async () => {
  const { publisher, owner, member, stranger } = await makeTeam()
  const { handle } = publisher

  await savePublisherProfile(owner, handle, PROFILE)

  expect(await getPublisherProfile(member, handle)).toEqual(PROFILE)
  expect((await getPublisherPage(visitor(), handle)).publisher).toMatchObject(PROFILE)
  await expect(savePublisherProfile(member, handle, PROFILE)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(savePublisherProfile(stranger, handle, PROFILE)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(savePublisherProfile(visitor(), handle, PROFILE)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  await expect(getPublisherProfile(stranger, handle)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['website', 'javascript:alert(1)'],
  ['repository', 'github.com/example'],
  ['support', 'call us'],
  ['displayName', ' '],
  ['bio', 'a'.repeat(501)],
])('a profile whose %s is %j is refused', async (field, value) => {
  const { publisher, owner } = await makeTeam()

  await expect(
    savePublisherProfile(owner, publisher.handle, { ...PROFILE, [field]: value }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: `/${field}` }] },
  })
})

test('the name of a verified publisher stays as it was verified', async () => {
  const { publisher, owner } = await makeTeam()
  const { handle, displayName } = publisher
  await db.publisher.update({ where: { id: publisher.id }, data: { verifiedAt: new Date() } })

  await expect(savePublisherProfile(owner, handle, PROFILE)).rejects.toMatchObject({ code: 'CONFLICT' })
  await savePublisherProfile(owner, handle, { ...PROFILE, displayName })
})

test('the admins are asked for verification once a week, by owners and admins only', async () => {
  const { publisher, owner, member } = await makeTeam()
  const admin = await makeAdmin()
  const { handle } = publisher

  await expect(requestVerification(member, handle)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await requestVerification(owner, handle)
  await expect(requestVerification(owner, handle)).rejects.toMatchObject({ code: 'CONFLICT' })

  const where = { userId: admin.id, kind: 'verification.requested', href: `/${handle}` }
  expect(await db.notice.count({ where })).toBe(1)
  await db.publisher.update({ where: { id: publisher.id }, data: { verifiedAt: new Date() } })
  await expect(requestVerification(owner, handle)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a message reaches the publisher without an address, and five an hour are enough', async () => {
  const { publisher, owner, stranger } = await makeTeam()
  const { handle } = publisher

  await contactPublisher(stranger, handle, { message: 'Does it work offline?', replyTo: '@ada on chat' })

  const where = { userId: owner.viewer!.userId, kind: 'publisher.message' }
  const [notice] = await db.notice.findMany({ where })
  expect(notice).toMatchObject({ body: 'Does it work offline?\n\nReply to: @ada on chat' })
  expect(JSON.stringify(notice)).not.toContain(stranger.viewer!.email)
  await expect(contactPublisher(stranger, handle, { message: ' ' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  for (let sent = 1; sent < 3; sent++) await contactPublisher(stranger, handle, { message: 'Hello?' })
  await expect(contactPublisher(stranger, handle, { message: 'Hello?' })).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  })
  await contactPublisher(await contextFor(await makeUser()), handle, { message: 'Somebody else asks.' })
  await expect(contactPublisher(visitor(), handle, { message: 'Hi.' })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  await expect(contactPublisher(owner, 'no_such_handle', { message: 'Hi.' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const keyGrant = { scopes: ['write' as const], skillSets: [], dailyCapMicros: null }
  await expect(
    contactPublisher({ ...owner, keyId: 'k', keyGrant }, handle, { message: 'Hi.' }),
  ).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('screenshots are shown in order, at most eight, and only owners and admins change them', async () => {
  const { publisher, owner, member, stranger } = await makeTeam()
  const { skillSet } = await makePublishedVersion({ publisher })
  const add = (ctx: typeof owner, caption: string) =>
    addScreenshot(ctx, skillSet.id, { bytes: makePng(), caption })

  for (let n = 1; n <= 7; n++) await add(owner, `Step ${n}`)
  const atOnce = await Promise.allSettled([add(owner, 'Step 8'), add(owner, 'Step 8')])
  expect(atOnce.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(add(owner, 'Step 9')).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  await expect(add(member, 'Mine')).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(add(stranger, 'Mine')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(add(owner, ' ')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(
    addScreenshot(owner, skillSet.id, { bytes: Buffer.from('<svg onload="x"/>'), caption: 'x' }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  const [first] = await getScreenshots(member, skillSet.id)
  await expect(removeScreenshot(member, skillSet.id, first)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await removeScreenshot(owner, skillSet.id, first)
  await expect(removeScreenshot(owner, skillSet.id, first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const ref = { publisher: publisher.handle, skillset: skillSet.slug }
  const { screenshots } = await getSkillSetPage(visitor(), ref)
  expect(screenshots.map(({ caption }) => caption)).toEqual([2, 3, 4, 5, 6, 7, 8].map((n) => `Step ${n}`))
})
