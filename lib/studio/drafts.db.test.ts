// Tests editing a draft on a real database.
import { describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import type { JsonObject } from '../json/json.ts'
import {
  contextFor,
  freshName,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestSkillSet,
  visitor,
} from '../testing/factories.ts'
import {
  createSkillSet,
  deleteDraft,
  deleteSkillSet,
  newVersionFrom,
  startNewVersion,
} from './draft-lifecycle.ts'
import { exportDocument } from './export-draft.ts'
import { getDraft } from './get-draft.ts'
import { importDocument } from './import-document.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'
import { saveDraft } from './save-draft.ts'

async function atWork(): Promise<{ ctx: Context; skillSet: TestSkillSet; skillSetId: string }> {
  const skillSet = await makeDraft()
  return { ctx: await contextFor(skillSet.publisher.owner), skillSet, skillSetId: skillSet.id }
}

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
    const { ctx, skillSet } = await atWork()
    const { handle } = skillSet.publisher
    const create = (slug: string) => createSkillSet(ctx, { handle, document: makeSkillSetDocument({ slug }) })

    const issues = [{ path: '/slug' }]
    await expect(create(skillSet.slug)).rejects.toMatchObject({ code: 'CONFLICT', options: { issues } })
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
    const { ctx, skillSetId } = await atWork()
    const document = { slug: 'Not a slug', skills: [{ name: 'half' }], name: '' }

    const saved = await saveDraft(ctx, { skillSetId, document, revision: 1 })

    const { draft } = await getDraft(ctx, skillSetId)
    expect(saved.revision).toBe(2)
    expect(JSON.stringify(draft?.document)).toBe(JSON.stringify(document))
    expect(draft?.issues.map(({ path }) => path)).toContain('/slug')
  })

  test('of an older revision is refused with the author and time, and loses nothing', async () => {
    const { ctx, skillSet, skillSetId } = await atWork()
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
    const { ctx, skillSetId } = await atWork()
    const save = (document: JsonObject | never[]) => saveDraft(ctx, { skillSetId, document, revision: 1 })

    await expect(save({ readme: 'x'.repeat(2 * 1024 * 1024) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(save([])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('a name with characters that lists cannot show is stored, and listed without them', async () => {
    const { ctx, skillSetId } = await atWork()

    await saveDraft(ctx, { skillSetId, document: { name: 'a\u0000b\ud83d' }, revision: 1 })

    expect((await getDraft(ctx, skillSetId)).draft?.document).toEqual({ name: 'a\u0000b\ud83d' })
    expect((await listMySkillSets(ctx)).skillSets[0]?.name).toBe('ab\ufffd')
  })
})

describe('the slug', () => {
  test('follows the document until something is published', async () => {
    const { ctx, skillSetId } = await atWork()
    const slug = freshName('other')

    const saved = await saveDraft(ctx, { skillSetId, document: makeSkillSetDocument({ slug }), revision: 1 })

    expect(saved.slug).toBe(slug)
    expect((await getDraft(ctx, skillSetId)).slug).toBe(slug)
  })

  test('of another SkillSet is saved as typed, not applied, and reported as taken', async () => {
    const { ctx, skillSet, skillSetId } = await atWork()
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

describe('JSON in and out', () => {
  test('a round trip changes nothing, not even the order of properties', async () => {
    const { ctx, skillSetId } = await atWork()
    const { slug, skills, ...rest } = makeSkillSetDocument()
    const shuffled = { skills: skills.map(({ prompt, ...skill }) => ({ prompt, ...skill })), ...rest, slug }
    const text = `${JSON.stringify(shuffled, null, 2)}\n`

    const { document: imported, notices } = await importDocument(ctx, text)
    expect(notices).toEqual([])
    await saveDraft(ctx, { skillSetId, document: JSON.parse(JSON.stringify(imported)), revision: 1 })
    const exported = await exportDocument(ctx, skillSetId)

    expect(exported.text).toBe(text)
    expect(exported.fileName).toBe(`${shuffled.slug}.skillset.json`)
  })

  test('an error in the text is reported with its line', async () => {
    const { ctx } = await atWork()

    await expect(importDocument(ctx, '{\n  "slug": "a",\n  "name" "b"\n}')).rejects.toThrow(
      /^Line 3, column 10: /,
    )
    const colour = '{\n  "slug": "a",\n  "skills": [],\n  "colour": 1\n}'
    await expect(importDocument(ctx, colour)).rejects.toThrow(
      'Line 4, column 3: unknown key "colour". Remove the key, or correct its spelling.',
    )
  })

  test('JavaScript object text of one skill is imported with a notice', async () => {
    const { ctx } = await atWork()
    const { document, notices } = await importDocument(
      ctx,
      "{ slug: 'greet', prompt: 'Hi', definition: `x`, }",
    )

    expect(document).toMatchObject({ slug: 'greet', skills: [{ prompt: 'Hi', definition: 'x' }] })
    expect(notices).toHaveLength(2)
  })

  test('a visitor imports nothing', async () => {
    await expect(importDocument(visitor(), '{}')).rejects.toThrow(/sign in/i)
  })
})

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

    const next = await newVersionFrom(await contextFor(skillSet.publisher.owner), skillSet.id)

    expect(next.version).toBe('1.0.2')
  })

  test('cannot begin from nothing', async () => {
    const { ctx, skillSetId } = await atWork()

    await expect(newVersionFrom(ctx, skillSetId)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })
})

describe('throwing away', () => {
  test('an unused SkillSet can be deleted', async () => {
    const { ctx, skillSetId } = await atWork()

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
    const { ctx, skillSetId } = await atWork()

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
    'begin a version of': newVersionFrom,
    'start a version of': startNewVersion,
  }

  test.each(Object.entries(ACTS))('a stranger cannot %s it, and learns nothing', async (_, act) => {
    const { skillSetId } = await atWork()
    const stranger = await contextFor(await makeUser())

    await expect(act(stranger, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(stranger, 'nonsense\u0000')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(visitor(), skillSetId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('an admin of the market is a stranger here', async () => {
    const { skillSetId } = await atWork()
    const admin = await contextFor(await makeUser({ role: 'ADMIN' }))

    await expect(getDraft(admin, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a member of the owning organisation can write, whichever organisation they are in', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const { id } = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })

    const saved = await saveDraft(await contextFor(member), { skillSetId: id, document: {}, revision: 1 })

    expect(saved.revision).toBe(2)
  })
})
