// Tests transfers of publishers and SkillSets between organisations: what moves, who decides, and what ends an
// offer.
import { describe, expect, test } from 'vitest'
import { getPublisherPage } from '../catalog/get-publisher-page.ts'
import type { Context } from '../context/context.ts'
import { database } from '../db/core/prisma-client.ts'
import { restrict } from '../review/decide/restrict.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import { MAX_HANDLES } from '../studio/claim-handle.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { renameSlug } from './rename.ts'
import { acceptTransfer, cancelTransfer, declineTransfer, offerTransfer } from './transfer.ts'
import { getTransfer, listTransfers } from './transfer-view.ts'

const db = database()

/** Creates an organisation with a person of each role. */
async function company() {
  const [owner, admin, member] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, admins: [admin], members: [member] })
  const as = (user: typeof owner) => contextFor(user, { organisation })
  const publisher = await makePublisher({ owner, organisation })
  return { organisation, publisher, owner: await as(owner), admin: await as(admin), member: await as(member) }
}

async function twoCompanies() {
  const [giver, taker] = [await company(), await company()]
  const version = await makePublishedVersion({ publisher: giver.publisher })
  const { skillSetId, skillName } = version
  return { giver, taker, version, skillSetId, skillName }
}

const kindsOf = async (ctx: Context) =>
  (await db.notice.findMany({ where: { userId: ctx.viewer!.userId }, orderBy: { createdAt: 'asc' } })).map(
    ({ kind }) => kind,
  )

describe('an accepted publisher', () => {
  test('belongs to the receiver with its SkillSets, under the same names', async () => {
    const { giver, taker, skillName } = await twoCompanies()
    const { handle, id: publisherId } = giver.publisher
    await db.publisher.update({ where: { id: publisherId }, data: { verifiedAt: new Date() } })
    const id = await offerTransfer(giver.owner, { handle }, { to: taker.publisher.handle })
    expect(await listTransfers(taker.member)).toMatchObject([
      { id, isIncoming: true, to: taker.organisation.name },
    ])

    await acceptTransfer(taker.owner, id, {})

    const row = await db.publisher.findUniqueOrThrow({ where: { id: publisherId } })
    expect(row).toMatchObject({ organisationId: taker.organisation.id, verifiedAt: null, handle })
    expect((await getPublisherPage(taker.member, handle)).isOwner).toBe(true)
    expect((await getPublisherPage(giver.owner, handle)).isOwner).toBe(false)
    const caller = await contextFor(await makeUser())
    expect(await runToEnd(caller, { skill: { name: skillName }, args: { name: 'Ada' } })).toMatchObject({
      state: 'succeeded',
    })
    expect(await listTransfers(taker.owner)).toEqual([])
  })

  test('notifies both sides and those who installed its skills', async () => {
    const { giver, taker, version, skillSetId } = await twoCompanies()
    const installer = await contextFor(await makeUser())
    const { organisationId, userId: installedById } = installer.viewer!
    await db.install.create({ data: { organisationId, skillSetId, versionId: version.id, installedById } })
    const { handle } = giver.publisher
    const id = await offerTransfer(giver.owner, { handle }, { to: taker.organisation.id })
    expect(await kindsOf(taker.owner)).toEqual(['transfer.offered'])

    await acceptTransfer(taker.owner, id, {})

    expect(await kindsOf(giver.owner)).toEqual(['transfer.accepted'])
    expect(await kindsOf(taker.admin)).toEqual(['transfer.offered', 'transfer.accepted'])
    expect(await kindsOf(installer)).toEqual(['install.owner_changed'])
    const actions = await db.auditEvent.findMany({
      where: { subjectId: giver.publisher.id },
      orderBy: { at: 'asc' },
    })
    expect(actions.map(({ action }) => action)).toEqual(['transfer.offer', 'transfer.accept'])
  })
})

test('installs that follow updates keep the version they run, and those of the new owner wait', async () => {
  const { giver, taker, version, skillSetId } = await twoCompanies()
  const [stranger, own] = [await contextFor(await makeUser()), taker.owner]
  const followed = (ctx: Context) =>
    db.install.findUniqueOrThrow({
      where: { organisationId_skillSetId: { organisationId: ctx.viewer!.organisationId, skillSetId } },
      select: { range: true, version: { select: { number: true } } },
    })
  for (const { viewer } of [stranger, own]) {
    const { organisationId, userId: installedById } = viewer!
    await db.install.create({
      data: { organisationId, skillSetId, versionId: version.id, range: '^1.0.0', installedById },
    })
  }
  const newer = { ...version.skillSet.document, version: '1.1.0' }
  await makePublishedVersion({ skillSet: version.skillSet, document: newer })

  const id = await offerTransfer(
    giver.owner,
    { handle: giver.publisher.handle },
    { to: taker.organisation.id },
  )
  await acceptTransfer(taker.owner, id, {})

  expect(await followed(stranger)).toEqual({ range: null, version: { number: '1.1.0' } })
  expect(await followed(own)).toEqual({ range: '^1.0.0', version: { number: '1.0.0' } })
})

test.each([
  ['left', { role: undefined }],
  ['is only an admin', { role: 'ADMIN' as const }],
])('an offer of an owner who %s takes nothing along', async (_, { role }) => {
  const { giver, taker } = await twoCompanies()
  const { handle, id: publisherId } = giver.publisher
  const id = await offerTransfer(giver.owner, { handle }, { to: taker.organisation.id })
  expect(await kindsOf(giver.admin)).toEqual(['transfer.offered'])
  const { userId } = giver.owner.viewer!
  const key = { organisationId_userId: { organisationId: giver.organisation.id, userId } }
  if (role) await db.membership.update({ where: key, data: { role } })
  else await db.membership.delete({ where: key })

  await expect(acceptTransfer(taker.owner, id, {})).rejects.toMatchObject({ code: 'CONFLICT' })

  const row = await db.publisher.findUniqueOrThrow({ where: { id: publisherId } })
  expect(row.organisationId).toBe(giver.organisation.id)
})

test('an organisation with the maximum of handles accepts no further publisher', async () => {
  const { giver, taker } = await twoCompanies()
  const { organisation } = taker
  for (let count = 1; count < MAX_HANDLES; count += 1) await makePublisher({ organisation })
  const { handle, id: publisherId } = giver.publisher
  const id = await offerTransfer(giver.owner, { handle }, { to: organisation.id })

  await expect(acceptTransfer(taker.owner, id, {})).rejects.toMatchObject({ code: 'CONFLICT' })

  const row = await db.publisher.findUniqueOrThrow({ where: { id: publisherId } })
  expect(row.organisationId).toBe(giver.organisation.id)
})

describe('an accepted SkillSet', () => {
  test('gets a name under the receiver’s handle, and keeps the old one', async () => {
    const { giver, taker, version, skillSetId, skillName } = await twoCompanies()
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    await acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })

    const name = `${taker.publisher.handle}.${version.skillSet.slug}.greet`
    const caller = await contextFor(await makeUser())
    for (const called of [skillName, name])
      expect(await runToEnd(caller, { skill: { name: called }, args: { name: 'Ada' } })).toMatchObject({
        skillName: name,
      })
  })

  test('takes details of failures that callers had shared away from the new owner', async () => {
    const { giver, taker, version, skillSetId } = await twoCompanies()
    const caller = await contextFor(await makeUser())
    const run = await runToEnd(caller, { skill: { name: version.skillName }, args: { name: 'Ada' } })
    await db.run.update({ where: { id: run.id }, data: { state: 'failed', detailsSharedAt: new Date() } })
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    await acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })

    expect(await db.run.findUniqueOrThrow({ where: { id: run.id } })).toMatchObject({ detailsSharedAt: null })
  })

  test('does not leave the suspension of its publisher', async () => {
    const { giver, taker, skillSetId } = await twoCompanies()
    const { handle } = taker.publisher
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: handle })
    const suspension = { publisherId: giver.publisher.id, kind: 'suspended', reason: 'A report.' }
    await restrict(await contextFor(await makeAdmin()), suspension)

    await expect(acceptTransfer(taker.owner, id, { handle })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await cancelTransfer(giver.owner, id)
    const again = offerTransfer(giver.owner, { skillSetId }, { to: handle })
    await expect(again).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('that was renamed since the offer keeps all its names', async () => {
    const { giver, taker, skillSetId, skillName } = await twoCompanies()
    const { handle } = taker.publisher
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: handle })
    const slug = await renameSlug(giver.owner, { skillSetId, slug: freshName('set') })
    await acceptTransfer(taker.owner, id, { handle })

    const caller = await contextFor(await makeUser())
    for (const called of [skillName, `${giver.publisher.handle}.${slug}.greet`])
      expect(await runToEnd(caller, { skill: { name: called }, args: { name: 'Ada' } })).toMatchObject({
        skillName: `${handle}.${slug}.greet`,
      })
  })

  test.each([undefined, 'not_theirs'])('needs a handle of the receiver, not %j', async (handle) => {
    const { giver, taker, skillSetId } = await twoCompanies()
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    const accepting = acceptTransfer(taker.owner, id, { handle })
    await expect(accepting).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/handle' }] },
    })
    expect(await getTransfer(taker.owner, id)).toMatchObject({ state: 'open', canAccept: true })
  })

  test('does not replace one of the receiver’s with the same slug', async () => {
    const { giver, taker, version, skillSetId } = await twoCompanies()
    await makePublishedVersion({ publisher: taker.publisher, document: version.skillSet.document })
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    const accepting = acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })
    await expect(accepting).rejects.toMatchObject({ code: 'CONFLICT' })
    const row = await db.skillSet.findUniqueOrThrow({ where: { id: skillSetId } })
    expect(row.publisherId).toBe(giver.publisher.id)
  })
})

describe('an offer', () => {
  test('is made by owners only, and not by keys', async () => {
    const { giver, taker, skillSetId } = await twoCompanies()
    const offer = (ctx: Context) => offerTransfer(ctx, { skillSetId }, { to: taker.publisher.handle })

    await expect(offer(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(offer(taker.owner)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const ctx of [giver.admin, giver.member, { ...giver.owner, keyId: 'key' }])
      await expect(offer(ctx)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await db.transfer.count({ where: { skillSetId } })).toBe(0)
  })

  test('names an existing receiver, which is another organisation', async () => {
    const { giver, skillSetId } = await twoCompanies()
    for (const to of ['', freshName(), giver.publisher.handle, giver.organisation.id, '\0', null])
      await expect(offerTransfer(giver.owner, { skillSetId }, { to })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
  })

  test('is decided by an owner of the receiver only', async () => {
    const { giver, taker, skillSetId } = await twoCompanies()
    const { handle } = taker.publisher
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: handle })
    const stranger = await contextFor(await makeUser())

    for (const decide of [
      (ctx: Context) => acceptTransfer(ctx, id, { handle }),
      (ctx: Context) => declineTransfer(ctx, id),
    ]) {
      await expect(decide(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(decide(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      for (const ctx of [giver.owner, taker.admin, taker.member, { ...taker.owner, keyId: 'key' }])
        await expect(decide(ctx)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
    await expect(cancelTransfer(taker.owner, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(getTransfer(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await getTransfer(giver.member, id)).toMatchObject({
      state: 'open',
      canAccept: false,
      canCancel: false,
    })
  })

  test.each([
    [
      'declined',
      (id: string, { taker }: Awaited<ReturnType<typeof twoCompanies>>) => declineTransfer(taker.owner, id),
    ],
    [
      'cancelled',
      (id: string, { giver }: Awaited<ReturnType<typeof twoCompanies>>) => cancelTransfer(giver.owner, id),
    ],
    [
      'expired',
      async (id: string) => {
        await db.transfer.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
      },
    ],
  ])('cannot be accepted once it is %s, and can be made again', async (state, end) => {
    const all = await twoCompanies()
    const { giver, taker, skillSetId } = all
    const { handle } = taker.publisher
    const offer = () => offerTransfer(giver.owner, { skillSetId }, { to: handle })
    const id = await offer()
    await expect(offer()).rejects.toMatchObject({ code: 'CONFLICT' })

    await end(id, all)

    expect(await getTransfer(giver.owner, id)).toMatchObject({ state })
    await expect(acceptTransfer(taker.owner, id, { handle })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(offer()).resolves.toEqual(expect.any(String))
  })

  test('is accepted once when two owners accept at the same time', async () => {
    const { giver, taker, skillSetId } = await twoCompanies()
    const { handle } = taker.publisher
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: handle })

    const ends = await Promise.allSettled([1, 2].map(() => acceptTransfer(taker.owner, id, { handle })))

    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.auditEvent.count({ where: { subjectId: skillSetId, action: 'transfer.accept' } })).toBe(1)
  })
})
