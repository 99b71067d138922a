// Tests what hiding and suspending change for users, callers and publishers, and that both can be lifted.
import { expect, test } from 'vitest'
import { getSkillPage } from '../../../catalog/get-skill-page.ts'
import { getSkillSetPage } from '../../../catalog/get-skill-set-page.ts'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import type { Context } from '../../../context/context.ts'
import { previewInstallChange } from '../../../installs/plan-install-change.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { refreshEvidence } from '../../../runs/rows/evidence.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeUser,
  type TestVersion,
} from '../../../testing/factories.ts'
import { submitDraft } from '../submit/submit-draft.ts'
import { liftRestriction, listRestrictions, restrict } from './restrict.ts'

const db = database()
const admin = await contextFor(await makeAdmin())
const reason = 'It sends data to an unknown host.'

async function setUp() {
  const version = await makePublishedVersion()
  await db.$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  const [stranger, user] = [await makeUser(), await makeUser()]
  const { id: versionId, skillSetId } = version
  const { id: organisationId } = user.organisation
  await db.install.create({ data: { organisationId, skillSetId, versionId, installedById: user.id } })
  return {
    version,
    user,
    ref: { publisher: version.skillSet.publisher.handle, skillset: version.skillSet.slug },
    as: {
      stranger: await contextFor(stranger),
      user: await contextFor(user),
      automation: await contextFor(user, { channel: 'automation' }),
      publisher: await contextFor(version.skillSet.publisher.owner),
    },
  }
}

const run = (ctx: Context, { skillName }: TestVersion) =>
  runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
const isListed = async (skillSetId: string) => (await db.catalogEntry.count({ where: { skillSetId } })) > 0
const refused = { code: 'POLICY_DENIED' }
const idOf = async (where: { skillSetId: string } | { versionId: string } | { publisherId: string }) =>
  (await db.restriction.findFirstOrThrow({ where: { ...where, endedAt: null } })).id

test('a hidden SkillSet runs only for those who use it already, until that is lifted', async () => {
  const { version, user, ref, as } = await setUp()
  const { skillSetId } = version
  expect(await isListed(skillSetId)).toBe(true)

  await restrict(admin, { skillSetId, kind: 'hidden', reason })

  expect(await isListed(skillSetId)).toBe(false)
  await expect(run(as.stranger, version)).rejects.toMatchObject(refused)
  await expect(previewInstallChange(as.stranger, ref)).rejects.toMatchObject(refused)
  for (const ctx of [as.user, as.automation, as.publisher])
    expect(await run(ctx, version)).toMatchObject({ state: 'succeeded' })
  expect((await getSkillSetPage(as.stranger, ref)).restriction).toEqual({ kind: 'hidden', reason })
  const notices = (userId: string) => db.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  const owner = version.skillSet.publisher.owner.id
  expect(await notices(owner)).toMatchObject([{ kind: 'restriction.begun', body: reason }])
  expect(await notices(user.id)).toEqual([])

  const id = await idOf({ skillSetId })
  await liftRestriction(admin, id, 'All clear.')

  expect(await isListed(skillSetId)).toBe(true)
  expect(await run(as.stranger, version)).toMatchObject({ state: 'succeeded' })
  expect((await notices(owner)).at(-1)).toMatchObject({ kind: 'restriction.ended', body: 'All clear.' })
  const audit = await db.auditEvent.findMany({ where: { subjectId: skillSetId }, orderBy: { id: 'asc' } })
  expect(audit.map(({ action, data }) => [action, data])).toEqual([
    ['restriction.hide', { reason }],
    ['restriction.lift', { reason: 'All clear.' }],
  ])
  await expect(liftRestriction(admin, id, 'Again.')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test.each(['SkillSet', 'publisher'])('of a suspended %s nothing runs for anyone', async (what) => {
  const { version, user, ref, as } = await setUp()
  const { skillSetId, skillSet } = version
  const subject = what === 'SkillSet' ? { skillSetId } : { publisherId: skillSet.publisher.id }

  await restrict(admin, { ...subject, kind: 'suspended', reason })

  expect(await isListed(skillSetId)).toBe(false)
  for (const ctx of Object.values(as)) {
    const message = expect.stringContaining(reason)
    await expect(run(ctx, version)).rejects.toMatchObject({ ...refused, message })
  }
  await expect(previewInstallChange(as.user, ref)).rejects.toMatchObject(refused)
  await expect(submitDraft(as.publisher, { skillSetId })).rejects.toMatchObject(refused)
  expect(await db.notice.findMany({ where: { userId: user.id } })).toMatchObject([{ body: reason }])
  await expect(restrict(admin, { ...subject, kind: 'suspended', reason })).rejects.toMatchObject({
    code: 'CONFLICT',
  })

  await liftRestriction(admin, await idOf(subject), 'Fixed.')

  expect(await isListed(skillSetId)).toBe(true)
  expect(await run(as.automation, version)).toMatchObject({ state: 'succeeded' })
})

test('a hidden version gives way to the one before it, except where exactly it is installed', async () => {
  const { version, ref, as } = await setUp()
  const { skillSet } = version
  const older = await makePublishedVersion({ skillSet, document: { ...skillSet.document, version: '0.9.0' } })

  await restrict(admin, { versionId: version.id, kind: 'hidden', reason })

  expect(await run(as.stranger, version)).toMatchObject({ versionNumber: older.number })
  expect(await run(as.user, version)).toMatchObject({ versionNumber: version.number })
  expect((await getSkillSetPage(as.stranger, ref)).versions.map(({ number }) => number)).toEqual([
    older.number,
  ])
  expect(await db.catalogEntry.findFirst({ where: { skillSetId: skillSet.id } })).toMatchObject({
    versionNumber: older.number,
  })

  await liftRestriction(admin, await idOf({ versionId: version.id }), 'Fine.')
  expect(await run(as.stranger, version)).toMatchObject({ versionNumber: version.number })
})

test('only admins hide, suspend, lift and list, with a reason, what there is', async () => {
  const { version, as } = await setUp()
  const { skillSetId } = version
  const hide = (ctx: Context, given: object = {}) =>
    restrict(ctx, { skillSetId, kind: 'hidden', reason, ...given })

  for (const act of [
    hide,
    (ctx: Context) => liftRestriction(ctx, 'any', reason),
    (ctx: Context) => listRestrictions(ctx, { isActive: true }),
  ])
    await expect(act(as.publisher)).rejects.toMatchObject(refused)
  await expect(hide(admin, { reason: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(hide(admin, { kind: 'deleted' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(hide(admin, { skillSetId: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(liftRestriction(admin, 'un\u0000known', reason)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await hide(admin)
  expect(await listRestrictions(admin, { isActive: true })).toContainEqual(
    expect.objectContaining({ kind: 'hidden', reason, isPerson: false }),
  )
})

test('the page of a suspended skill, and of its SkillSet, say so, and offer neither Run nor Install', async () => {
  const { version, ref, as } = await setUp()
  const { restriction: before, canInstall } = await getSkillPage(as.stranger, { ...ref, skill: 'greet' })
  await restrict(admin, { skillSetId: version.skillSetId, kind: 'suspended', reason })

  expect({ before, canInstall }).toEqual({ before: null, canInstall: true })
  for (const ctx of [as.stranger, as.user, as.publisher]) {
    const page = await getSkillPage(ctx, { ...ref, skill: 'greet' })
    expect(page).toMatchObject({ restriction: { kind: 'suspended', reason }, canInstall: false })
    expect(await getSkillSetPage(ctx, ref)).toMatchObject({
      restriction: { kind: 'suspended' },
      canInstall: false,
    })
  }
})

test('after a suspension is lifted, the catalogue shows the same evidence as before', async () => {
  const { version, as } = await setUp()
  await runToEnd(as.stranger, { skill: { name: version.skillName }, args: { name: 'Ada' } })
  const evidence = async () => {
    await refreshEvidence(db, version.skillName)
    const { runs30d, succeeded30d, customerDays30d } = await db.catalogEntry.findUniqueOrThrow({
      where: { name: version.skillName },
    })
    return { runs30d, succeeded30d, customerDays30d }
  }
  const before = await evidence()
  await restrict(admin, { skillSetId: version.skillSetId, kind: 'suspended', reason })
  await liftRestriction(admin, await idOf({ skillSetId: version.skillSetId }), 'It was a mistake.')

  const { runs30d, succeeded30d, customerDays30d } = await db.catalogEntry.findUniqueOrThrow({
    where: { name: version.skillName },
  })
  expect(before.runs30d).toBe(1)
  expect({ runs30d, succeeded30d, customerDays30d }).toEqual(before)
})
