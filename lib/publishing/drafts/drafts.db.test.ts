// Tests editing a draft on a real database.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json/json.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { setUpOwnDraft } from '../../testing/setup/catalog/own-draft.ts'
import { restrict } from '../review/decide/restrict.ts'
import { createSkillSet } from './draft-lifecycle.ts'
import { getDraft } from './get-draft.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'
import { saveDraft } from './save-draft.ts'

describe('a new SkillSet', () => {
  test('begins as a draft under one of the organisation’s handles', async () => {
    const publisher = await makePublisher()
    const ctx = await contextFor(publisher.owner)
    const document = makeSkillSetDocument()

    const skillSetId = await createSkillSet(ctx, { handle: publisher.handle, document })

    const page = await getDraft(ctx, skillSetId)
    expect(page).toMatchObject({ slug: document.slug, name: document.name, latest: null, versions: [] })
    expect(page.draft).toMatchObject({ document, revision: 1, savedBy: publisher.owner.name })
    expect(await listMySkillSets(ctx)).toMatchObject({
      skillSets: [{ id: skillSetId, hasDraft: true, live: null, pending: null }],
    })
  })

  test('needs a unique slug', async () => {
    const { ctx, skillSet } = await setUpOwnDraft()
    const { handle } = skillSet.publisher
    const create = (slug: string) => createSkillSet(ctx, { handle, document: makeSkillSetDocument({ slug }) })

    const issues = [{ path: '/slug' }]
    await expect(create(skillSet.slug)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `You already have a SkillSet called “${skillSet.slug}”.`,
      options: {
        issues,
        href: `/publish/${skillSet.id}`,
        suggestedAction: expect.stringContaining('Upload JSON'),
      },
    })
    await expect(create('No Good')).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues } })
  })

  test('cannot be created under another organisation’s handle, nor by a visitor', async () => {
    const [publisher, stranger] = [await makePublisher(), await contextFor(await makeUser())]
    const wanted = { handle: publisher.handle, document: makeSkillSetDocument() }

    await expect(createSkillSet(stranger, wanted)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(createSkillSet(visitor(), wanted)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('saving', () => {
  test('stores an incomplete document, and reports its problems when it is opened', async () => {
    const { ctx, skillSetId } = await setUpOwnDraft()
    const document = { slug: 'Not a slug', skills: [{ name: 'half' }], name: '' }

    const saved = await saveDraft(ctx, { skillSetId, document, revision: 1 })

    const { draft } = await getDraft(ctx, skillSetId)
    expect(saved.revision).toBe(2)
    expect(JSON.stringify(draft?.document)).toBe(JSON.stringify(document))
    expect(draft?.issues.map(({ path }) => path)).toContain('/slug')
  })

  test('of an older revision is refused with the author and time, and loses nothing', async () => {
    const { ctx, skillSet, skillSetId } = await setUpOwnDraft()
    const save = (name: string, revision: number) =>
      saveDraft(ctx, { skillSetId, document: { name }, revision })
    const first = await save('first', 1)

    await expect(save('second', 1)).rejects.toMatchObject({
      code: 'CONFLICT',
      options: {
        issues: [{ params: { by: skillSet.publisher.owner.name, atMs: first.savedAtMs, revision: 2 } }],
      },
    })
    expect((await getDraft(ctx, skillSetId)).draft?.document).toEqual({ name: 'first' })
  })

  test('refuses documents that are too large or not an object', async () => {
    const { ctx, skillSetId } = await setUpOwnDraft()
    const save = (document: JsonObject | never[]) => saveDraft(ctx, { skillSetId, document, revision: 1 })

    await expect(save({ readme: 'x'.repeat(2 * 1024 * 1024) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(save([])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('a name with characters that lists cannot show is stored, and listed without them', async () => {
    const { ctx, skillSetId } = await setUpOwnDraft()

    await saveDraft(ctx, { skillSetId, document: { name: 'a\u0000b\ud83d' }, revision: 1 })

    expect((await getDraft(ctx, skillSetId)).draft?.document).toEqual({ name: 'a\u0000b\ud83d' })
    expect((await listMySkillSets(ctx)).skillSets[0]?.name).toBe('ab\ufffd')
  })
})

test('a draft is not saved if the server fails before its SkillSet has the new name', async () => {
  const { ctx, skillSetId } = await setUpOwnDraft()
  const fail = () => Promise.reject(new Error('The server was stopped.'))
  const failing = ctx.db.$extends({
    query: { skillSet: { update: fail, updateMany: fail } },
  }) as typeof ctx.db

  const saved = saveDraft({ ...ctx, db: failing }, { skillSetId, document: { name: 'Renamed' }, revision: 1 })

  await expect(saved).rejects.toThrow('The server was stopped.')
  expect((await getDraft(ctx, skillSetId)).draft?.revision).toBe(1)
})

test('saving a draft that was deleted in the meantime is refused, and renames nothing', async () => {
  const { ctx, skillSet, skillSetId } = await setUpOwnDraft()
  await ctx.db.draft.delete({ where: { skillSetId } })

  const saved = saveDraft(ctx, { skillSetId, document: { name: 'Late' }, revision: 1 })

  await expect(saved).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await listMySkillSets(ctx)).skillSets[0]?.name).toBe(skillSet.name)
})

describe('the slug', () => {
  test('follows the document until something is published', async () => {
    const { ctx, skillSetId } = await setUpOwnDraft()
    const slug = freshName('other')

    const saved = await saveDraft(ctx, { skillSetId, document: makeSkillSetDocument({ slug }), revision: 1 })

    expect(saved.slug).toBe(slug)
    expect((await getDraft(ctx, skillSetId)).slug).toBe(slug)
  })

  test('of another SkillSet is saved as typed, not applied, and reported as taken', async () => {
    const { ctx, skillSet, skillSetId } = await setUpOwnDraft()
    const other = await makeDraft({ publisher: skillSet.publisher })

    const document = makeSkillSetDocument({ slug: other.slug })
    const saved = await saveDraft(ctx, { skillSetId, document, revision: 1 })

    const page = await getDraft(ctx, skillSetId)
    expect([saved.slug, page.slug]).toEqual([skillSet.slug, skillSet.slug])
    expect(page.draft?.issues).toContainEqual({
      path: '/slug',
      keyword: 'slug',
      message: 'slug must be unique',
    })
  })

  test('stays once a version is published under it', async () => {
    const { skillSet } = await makePublishedVersion()
    const ctx = await contextFor(skillSet.publisher.owner)
    const document = makeSkillSetDocument({ slug: freshName('other') })

    const saved = await saveDraft(ctx, { skillSetId: skillSet.id, document, revision: 1 })

    expect(saved.slug).toBe(skillSet.slug)
    const issues = (await getDraft(ctx, skillSet.id)).draft?.issues
    expect(issues?.find(({ path }) => path === '/slug')?.message).toContain(`must stay “${skillSet.slug}”`)
  })
})

test('the studio of a suspended SkillSet tells its publisher, with the reason', async () => {
  const { ctx, skillSetId } = await setUpOwnDraft()
  const request = { skillSetId, kind: 'suspended', reason: 'It sends data to an unknown host.' }
  await restrict(await contextFor(await makeAdmin()), request)

  expect(await getDraft(ctx, skillSetId)).toMatchObject({
    restriction: { kind: 'suspended', reason: request.reason },
  })
})
