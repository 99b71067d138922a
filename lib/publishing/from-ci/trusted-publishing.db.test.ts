// Tests publishing from CI without a stored secret, with a real issuer.
import { describe, expect, test } from 'vitest'
import { getSkillSetPage } from '../../catalog/get-skill-set-page.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeAdmin, makeUser, visitor } from '../../testing/factories.ts'
import { makeMember, setUpActionsIssuer } from '../../testing/setup/catalog/trusted-repository.ts'
import { renameSlug } from '../publishers/rename.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { stageSubmission } from './stage-submission.ts'
import {
  discardStaged,
  getStagedEnd,
  getStagedSubmission,
  listStagedSubmissions,
  submitStaged,
} from './staged-submissions.ts'

const ci = setUpActionsIssuer()
const { makeTrustingProject } = ci

const db = database()

describe('a workflow of a trusted repository', () => {
  test('stages a build, which a person submits; reviewers see where it was built', async () => {
    const { owner, skillSetId, stage } = await makeTrustingProject()
    const { id, version } = await stage()
    expect(version).toBe('1.1.0')
    const page = await getStagedSubmission(owner, id)
    expect(page).toMatchObject({ number: '1.1.0', base: '1.0.0', note: 'From CI.', draft: { revision: 1 } })
    expect(page.changes).not.toEqual([])
    expect(await db.version.count({ where: { skillSetId } })).toBe(1)

    const submitted = await submitStaged(owner, id, { revision: page.draft!.revision })

    expect(submitted).toMatchObject({ state: 'IN_REVIEW', number: '1.1.0' })
    const { submissionId } = submitted as { submissionId: string }
    expect((await getSubmission(await contextFor(await makeAdmin()), submissionId)).provenance).toMatchObject(
      {
        repository: 'Acme/tools',
        commit: 'a'.repeat(40),
        workflow: 'publish.yml',
        runUrl: `${ci.issuer.url}/Acme/tools/actions/runs/7`,
      },
    )
    await expect(getStagedSubmission(owner, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is shown to visitors at the version, unless its repository is private', async () => {
    for (const [visibility, shown] of [
      ['public', 'Acme/tools'],
      ['private', undefined],
    ]) {
      const { version, publisher, skillSetId, exchange, document, owner } = await makeTrustingProject()
      const { token } = await exchange({ repository_visibility: visibility })
      const { id } = await stageSubmission(visitor(), token, {
        document: { ...document, visibility: 'PUBLIC' },
      })
      await submitStaged(owner, id, { revision: 1 })
      await db.version.updateMany({ where: { skillSetId }, data: { state: 'PUBLISHED' } })
      const ref = { publisher: publisher.handle, skillset: version.skillSet.slug }

      const page = await getSkillSetPage(visitor(), ref)

      expect(page.version.number).toBe('1.1.0')
      expect(page.version.provenance?.repository).toBe(shown)
    }
  })

  test('notifies the members, and replaces an earlier build of the same number', async () => {
    const { owner, skillSetId, stage } = await makeTrustingProject()
    const first = await stage()

    const second = await stage()

    expect((await listStagedSubmissions(owner, skillSetId)).map(({ id }) => id)).toEqual([second.id])
    await expect(getStagedSubmission(owner, first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const notices = await db.notice.findMany({ where: { userId: owner.viewer!.userId } })
    expect(notices.map(({ kind }) => kind)).toEqual(['submission.staged', 'submission.staged'])
  })

  test('may name the SkillSet by a former name, in the call and in the file', async () => {
    const { owner, skillSetId, stage } = await makeTrustingProject()
    const slug = await renameSlug(owner, { skillSetId, slug: freshName('set') })

    const { id } = await stage()

    expect((await getStagedSubmission(owner, id)).name).toContain(slug)
    await submitStaged(owner, id, { revision: 2 })
  })
})

describe('the link to a build that waits no longer', () => {
  test('leads members to the build that replaced it, and to no other page', async () => {
    const { owner, skillSetId, stage } = await makeTrustingProject()
    const [first, second] = [await stage(), await stage()]

    const replaced = { skillSetId, kind: 'replaced', number: '1.1.0', currentId: second.id }
    expect(await getStagedEnd(owner, first.id)).toMatchObject(replaced)
    expect(await getStagedEnd(await makeMember(owner), first.id)).toMatchObject(replaced)
    expect(await getStagedEnd(owner, second.id)).toBeNull()
    const stranger = await contextFor(await makeUser())
    await expect(getStagedEnd(stranger, first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getStagedEnd(visitor(), first.id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('says that a person submitted or discarded it', async () => {
    const { owner, stage } = await makeTrustingProject()
    const discarded = await stage()
    await discardStaged(owner, discarded.id)
    const submitted = await stage()
    await submitStaged(owner, submitted.id, { revision: 1 })

    expect(await getStagedEnd(owner, discarded.id)).toMatchObject({ kind: 'discarded', currentId: null })
    expect(await getStagedEnd(owner, submitted.id)).toMatchObject({ kind: 'submitted', currentId: null })
    expect(await getStagedEnd(owner, 'none')).toBeNull()
  })
})

describe('a staged build', () => {
  test('is submitted or discarded by owners and admins, not by plain members, strangers and keys', async () => {
    const { owner, stage } = await makeTrustingProject()
    const { id } = await stage()
    const stranger = await contextFor(await makeUser())

    for (const act of [
      (ctx: Context) => submitStaged(ctx, id, { revision: 1 }),
      (ctx: Context) => discardStaged(ctx, id),
    ]) {
      await expect(act(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(act(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(act({ ...owner, keyId: 'key' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
      await expect(act(await makeMember(owner))).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
    expect(await getStagedSubmission(await makeMember(owner), id)).toMatchObject({ canSubmit: false })
    await discardStaged(owner, id)
    await expect(submitStaged(owner, id, { revision: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('does not replace a draft that was edited since the person looked', async () => {
    const { owner, stage, skillSetId } = await makeTrustingProject()
    const { id } = await stage()
    await db.draft.update({ where: { skillSetId }, data: { revision: 5 } })

    await expect(submitStaged(owner, id, { revision: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await getStagedSubmission(owner, id)).toMatchObject({ draft: { revision: 5 } })
  })
})
