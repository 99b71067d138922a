import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import {
  contextFor,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
  type TestUser,
  visitor,
} from '../../testing/factories.ts'
import { setUpOwnDraft } from '../../testing/setup/catalog/own-draft.ts'
import { deleteDraft, deleteSkillSet, draftNextVersion, startNewVersion } from './draft-lifecycle.ts'
import { exportDocument } from './export-draft.ts'
import { getDraft } from './get-draft.ts'
import { saveDraft } from './save-draft.ts'

describe('the next version', () => {
  test('starts from the published version, with a higher number', async () => {
    const { skillSet } = await makePublishedVersion()
    const ctx = await contextFor(skillSet.publisher.owner)
    await deleteDraft(ctx, { skillSetId: skillSet.id, revision: 1 })

    await startNewVersion(ctx, skillSet.id)

    const { draft, latest } = await getDraft(ctx, skillSet.id)
    expect(latest).toBe('1.0.0')
    expect(draft?.document).toEqual({ ...skillSet.document, version: '1.0.1', changelog: '' })
    await expect(startNewVersion(ctx, skillSet.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('does not use a rejected number again', async () => {
    const { skillSet } = await makePublishedVersion()
    const document = { ...skillSet.document, version: '1.0.1' }
    await makePublishedVersion({ skillSet, document, state: 'REJECTED' })

    const next = await draftNextVersion(await contextFor(skillSet.publisher.owner), skillSet.id)

    expect(next.version).toBe('1.0.2')
  })

  test('cannot begin from nothing', async () => {
    const { ctx, skillSetId } = await setUpOwnDraft()

    await expect(draftNextVersion(ctx, skillSetId)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })
})

describe('throwing away', () => {
  test('an unused SkillSet can be deleted', async () => {
    const { ctx, skillSetId } = await setUpOwnDraft()

    await deleteSkillSet(ctx, skillSetId)

    await expect(getDraft(ctx, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['PUBLISHED', 'DEPRECATED', 'YANKED', 'IN_REVIEW'] as const)(
    'a SkillSet with a version that is %s stays',
    async (state) => {
      const { skillSet } = await makePublishedVersion({ state })
      const ctx = await contextFor(skillSet.publisher.owner)

      await expect(deleteSkillSet(ctx, skillSet.id)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    },
  )

  test('only the draft is deleted if something is published, and only in the revision that was shown', async () => {
    const { skillSet } = await makePublishedVersion()
    const ctx = await contextFor(skillSet.publisher.owner)

    const stale = deleteDraft(ctx, { skillSetId: skillSet.id, revision: 9 })
    await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' })
    await deleteDraft(ctx, { skillSetId: skillSet.id, revision: 1 })

    expect(await getDraft(ctx, skillSet.id)).toMatchObject({ draft: null, latest: '1.0.0' })
    await expect(exportDocument(ctx, skillSet.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('the draft of a SkillSet without versions is all there is', async () => {
    const { ctx, skillSetId } = await setUpOwnDraft()

    await expect(deleteDraft(ctx, { skillSetId, revision: 1 })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
  })

  test('plain members do not delete SkillSets', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const { id } = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })

    await expect(deleteSkillSet(await contextFor(member), id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})

describe('draft ownership', () => {
  const ACTS: Record<string, (ctx: Context, skillSetId: string) => Promise<unknown>> = {
    open: getDraft,
    save: (ctx, skillSetId) => saveDraft(ctx, { skillSetId, document: {}, revision: 1 }),
    download: exportDocument,
    'throw away': (ctx, skillSetId) => deleteDraft(ctx, { skillSetId, revision: 1 }),
    delete: deleteSkillSet,
    'begin a version of': draftNextVersion,
    'start a version of': startNewVersion,
  }

  test.each(Object.entries(ACTS))('a stranger cannot %s it, and learns nothing', async (_, act) => {
    const { skillSetId } = await setUpOwnDraft()
    const stranger = await contextFor(await makeUser())

    await expect(act(stranger, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(stranger, 'nonsense\u0000')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(visitor(), skillSetId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('an admin of the market is a stranger here', async () => {
    const { skillSetId } = await setUpOwnDraft()
    const admin = await contextFor(await makeUser({ role: 'ADMIN' }))

    await expect(getDraft(admin, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('an admin of the owning organisation can write, whichever organisation they are in, and a plain member cannot', async () => {
    const [owner, admin, member] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, admins: [admin], members: [member] })
    const { id } = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })
    const saveAs = async (user: TestUser) =>
      saveDraft(await contextFor(user), { skillSetId: id, document: {}, revision: 1 })

    await expect(saveAs(member)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect((await saveAs(admin)).revision).toBe(2)
  })
})
