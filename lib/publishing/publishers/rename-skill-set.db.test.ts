import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { findPlanTools } from '../../plans/tools/find-plan-tools.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { setUpRename } from '../../testing/setup/catalog/renamed-publisher.ts'
import { createSkillSet, draftNextVersion } from '../drafts/draft-lifecycle.ts'
import { renamePublisher, renameSlug } from './rename.ts'

const db = database()
const args = { name: 'Ada' }

describe('a renamed SkillSet', () => {
  test('runs under both names, and starts its next version with the new slug', async () => {
    const { publisher, skillSetId, owner, caller, oldName } = await setUpRename()

    const slug = await renameSlug(owner, { skillSetId, slug: freshName('set') })

    const name = `${publisher.handle}.${slug}.greet`
    for (const called of [oldName, name])
      expect(await runToEnd(caller, { skill: { name: called }, args })).toMatchObject({ skillName: name })
    expect(await draftNextVersion(owner, skillSetId)).toMatchObject({ slug })
    const draft = await db.draft.findUniqueOrThrow({ where: { skillSetId } })
    expect(draft).toMatchObject({ document: { slug }, revision: 2 })
  })

  test('finds its siblings by the names that its published code states', async () => {
    const [one, two] = [makeSkillDocument(), makeSkillDocument({ slug: 'other' })]
    const publisher = await makePublisher()
    const draft = makeSkillSetDocument({ skills: [one, two] })
    const sibling = `${publisher.handle}.${draft.slug}.other`
    const document = { ...draft, permissions: { skills: [sibling] } }
    const version = await makePublishedVersion({ publisher, document })
    const owner = await contextFor(publisher.owner)
    await renameSlug(owner, { skillSetId: version.skillSetId, slug: freshName('set') })
    await renamePublisher(owner, { handle: publisher.handle, to: freshName('new') })
    // A later version has another price, which must not apply to a call of the sibling in 1.0.0.
    const priced = makeSkillDocument({
      slug: 'other',
      pricing: { model: 'per_job', amount: '1', currency: 'USDC' },
    })
    const later = { ...document, version: '1.1.0', skills: [one, priced] }
    await makePublishedVersion({ skillSet: version.skillSet, document: later })
    const caller = await contextFor(await makeUser(), { sandbox: returns({ message: 'Hello.' }) })

    const tools = await findPlanTools(caller, [`${version.skillName}@1.0.0`])

    expect(tools.get(`${version.skillName}@1.0.0`)?.callsMicros).toBeUndefined()
  })

  test('keeps its old slug from other SkillSets of the publisher', async () => {
    const { publisher, slug, skillSetId, owner } = await setUpRename()
    const next = await renameSlug(owner, { skillSetId, slug: freshName('set') })

    const document = makeSkillSetDocument({ slug })
    await expect(createSkillSet(owner, { handle: publisher.handle, document })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const other = await makePublishedVersion({ publisher })
    const steal = renameSlug(owner, { skillSetId: other.skillSetId, slug })
    await expect(steal).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(renameSlug(owner, { skillSetId, slug })).resolves.toBe(slug)
    expect(next).not.toBe(slug)
  })

  test('waits for its review', async () => {
    const { skillSetId, owner, version } = await setUpRename()
    const document = { ...version.skillSet.document, version: '1.1.0' }
    await makePublishedVersion({ skillSet: version.skillSet, document, state: 'IN_REVIEW' })

    const renaming = renameSlug(owner, { skillSetId, slug: freshName('set') })
    await expect(renaming).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test.each([['a.b'], [''], ['Big']])('cannot be called %j', async (slug) => {
    const { skillSetId, owner } = await setUpRename()
    await expect(renameSlug(owner, { skillSetId, slug })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('can be renamed by owners and admins only', async () => {
    const { skillSetId, caller, owner } = await setUpRename()
    const member = await makeUser()
    const { organisationId } = owner.viewer!
    await db.membership.create({ data: { organisationId, userId: member.id, role: 'MEMBER' } })
    const slug = freshName('set')

    await expect(renameSlug(caller, { skillSetId, slug })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(renameSlug(await contextFor(member), { skillSetId, slug })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})
