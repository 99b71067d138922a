// Tests transfers of publishers and SkillSets between organisations: what moves, who decides, and what ends an
// offer.
import { describe, expect, test } from 'vitest'
import { getPublisherPage } from '../../catalog/get-publisher-page.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { contextFor, makePublishedVersion, makePublisher, makeUser } from '../../testing/factories.ts'
import { makeTwoCompanies, noticeKindsOf } from '../../testing/setup/catalog/transfer.ts'
import { MAX_HANDLES } from '../drafts/claim-handle.ts'
import { acceptTransfer, offerTransfer } from './transfer.ts'
import { listTransfers } from './transfer-view.ts'

const db = database()

describe('an accepted publisher', () => {
  test('belongs to the receiver with its SkillSets, under the same names', async () => {
    const { giver, taker, skillName } = await makeTwoCompanies()
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
    const { giver, taker, version, skillSetId } = await makeTwoCompanies()
    const installer = await contextFor(await makeUser())
    const { organisationId, userId: installedById } = installer.viewer!
    await db.install.create({ data: { organisationId, skillSetId, versionId: version.id, installedById } })
    const { handle } = giver.publisher
    const id = await offerTransfer(giver.owner, { handle }, { to: taker.organisation.id })
    expect(await noticeKindsOf(taker.owner)).toEqual(['transfer.offered'])

    await acceptTransfer(taker.owner, id, {})

    expect(await noticeKindsOf(giver.owner)).toEqual(['transfer.accepted'])
    expect(await noticeKindsOf(taker.admin)).toEqual(['transfer.offered', 'transfer.accepted'])
    expect(await noticeKindsOf(installer)).toEqual(['install.owner_changed'])
    const actions = await db.auditEvent.findMany({
      where: { subjectId: giver.publisher.id },
      orderBy: { at: 'asc' },
    })
    expect(actions.map(({ action }) => action)).toEqual(['transfer.offer', 'transfer.accept'])
  })
})

test('installs that follow updates keep the version they run, and those of the new owner wait', async () => {
  const { giver, taker, version, skillSetId } = await makeTwoCompanies()
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
  const { giver, taker } = await makeTwoCompanies()
  const { handle, id: publisherId } = giver.publisher
  const id = await offerTransfer(giver.owner, { handle }, { to: taker.organisation.id })
  expect(await noticeKindsOf(giver.admin)).toEqual(['transfer.offered'])
  const { userId } = giver.owner.viewer!
  const key = { organisationId_userId: { organisationId: giver.organisation.id, userId } }
  if (role) await db.membership.update({ where: key, data: { role } })
  else await db.membership.delete({ where: key })

  await expect(acceptTransfer(taker.owner, id, {})).rejects.toMatchObject({ code: 'CONFLICT' })

  const row = await db.publisher.findUniqueOrThrow({ where: { id: publisherId } })
  expect(row.organisationId).toBe(giver.organisation.id)
})

test('an organisation with the maximum of handles accepts no further publisher', async () => {
  const { giver, taker } = await makeTwoCompanies()
  const { organisation } = taker
  for (let count = 1; count < MAX_HANDLES; count += 1) await makePublisher({ organisation })
  const { handle, id: publisherId } = giver.publisher
  const id = await offerTransfer(giver.owner, { handle }, { to: organisation.id })

  await expect(acceptTransfer(taker.owner, id, {})).rejects.toMatchObject({ code: 'LIMIT_REACHED' })

  const row = await db.publisher.findUniqueOrThrow({ where: { id: publisherId } })
  expect(row.organisationId).toBe(giver.organisation.id)
})
