// Tests what a publisher learns before submitting, with a fake sandbox.
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { editDraft } from '../../testing/setup/catalog/submit-draft.ts'
import { priced } from '../../testing/setup/runs/paid-family.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { checkDraft, getChecklist, startTestRun } from './check-draft.ts'
import { getDraft } from './get-draft.ts'
import { saveDraft } from './save-draft.ts'

const check = (ctx: Context, skillSetId: string) => checkDraft(ctx, { skillSetId, maxPrice: '0' })

describe('opening the checklist of a draft', () => {
  test('runs nothing, says what is still to run, and reports everything else', async () => {
    const skillSet = await makeDraft({
      document: makeSkillSetDocument({ permissions: { network: ['a.example'] } }),
    })
    const sandbox = returns({ message: 'Hello.' })
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox })

    const { lines, checkedAtMs, offer } = await getChecklist(ctx, skillSet.id)

    expect(lines.filter(({ ok }) => !ok)).toMatchObject([{ id: 'examples', notRun: true, issues: [] }])
    expect(checkedAtMs).toBeNull()
    expect(offer).toEqual({ examples: 1, dryRuns: 0, maxPrice: '0', effects: ['Connects to a.example.'] })
    expect(sandbox.jobs).toEqual([])
    expect(await database().run.count({ where: { skillSetId: skillSet.id } })).toBe(0)
  })

  test('has red lines for half a document, instead of refusing it', async () => {
    const skillSet = await makeDraft()
    const ctx = await contextFor(skillSet.publisher.owner)
    const document = { name: 7, skills: [{ slug: 'No' }] }
    await saveDraft(ctx, { skillSetId: skillSet.id, document, revision: 1 })

    for (const { lines } of [await getChecklist(ctx, skillSet.id), await check(ctx, skillSet.id)]) {
      const red = lines.filter(({ ok }) => !ok).flatMap(({ issues }) => issues.map(({ path }) => path))
      expect(red).toContain('/name')
      expect(red).toContain('/skills/0/slug')
    }
  })

  test('has a red line for a slug that is taken', async () => {
    const skillSet = await makeDraft()
    const other = await makeDraft({ publisher: skillSet.publisher })
    const ctx = await contextFor(skillSet.publisher.owner)
    const document = JSON.parse(JSON.stringify(makeSkillSetDocument({ slug: other.slug })))
    await saveDraft(ctx, { skillSetId: skillSet.id, document, revision: 1 })

    const { lines } = await check(ctx, skillSet.id)

    expect(lines.filter(({ ok }) => !ok)).toMatchObject([{ id: 'slug', issues: [{ path: '/slug' }] }])
  })
})

describe('the checks of a draft', () => {
  test('run the examples once per document: later views and the submission use the results', async () => {
    const skillSet = await makeDraft()
    const sandbox = returns({ message: 'Hello.' })
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox })

    const checked = await check(ctx, skillSet.id)
    const viewed = await getChecklist(ctx, skillSet.id)
    const submitted = await submitDraft(ctx, { skillSetId: skillSet.id })

    expect(checked.lines.filter(({ ok }) => !ok)).toEqual([])
    expect(viewed.lines).toEqual(checked.lines)
    expect(viewed.checkedAtMs).toEqual(expect.any(Number))
    expect(sandbox.jobs).toHaveLength(1)
    if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
    const page = await getSubmission(await contextFor(await makeAdmin()), submitted.submissionId)
    expect(page.examples).toMatchObject([{ run: { state: 'succeeded' } }])
  })

  test('are outdated once the draft is edited, for the page and for the submission', async () => {
    const skillSet = await makeDraft()
    const sandbox = returns({ message: 'Hello.' })
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox })
    await check(ctx, skillSet.id)
    await editDraft(skillSet, { tagline: 'A better greeting for everyone' })

    expect(await getChecklist(ctx, skillSet.id)).toMatchObject({ checkedAtMs: null })
    await submitDraft(ctx, { skillSetId: skillSet.id })

    expect(sandbox.jobs).toHaveLength(2)
  })

  test('that failed are shown again, but a submission tries the examples once more', async () => {
    const skillSet = await makeDraft()
    await check(await contextFor(skillSet.publisher.owner, { sandbox: throws() }), skillSet.id)
    const sandbox = returns({ message: 'Hello.' })
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox })

    const { lines } = await getChecklist(ctx, skillSet.id)

    expect(lines.filter(({ ok }) => !ok)).toMatchObject([{ id: 'examples', issues: [{}] }])
    expect(await submitDraft(ctx, { skillSetId: skillSet.id })).toMatchObject({ state: 'IN_REVIEW' })
    expect(sandbox.jobs).toHaveLength(1)
  })

  test('cannot be used after their runs were deleted', async () => {
    const skillSet = await makeDraft()
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox: returns({ message: 'Hello.' }) })
    await check(ctx, skillSet.id)
    await database().run.deleteMany({ where: { skillSetId: skillSet.id } })

    expect(await getChecklist(ctx, skillSet.id)).toMatchObject({ checkedAtMs: null })
  })

  test('name the price of the skills that the examples call, and do not run for more than was shown', async () => {
    const called = await makePublishedVersion({
      document: makeSkillSetDocument({ skills: [makeSkillDocument(priced('0.03'))] }),
    })
    const example = { title: 'Greet Ada', input: { name: 'Ada' } }
    const skills = [makeSkillDocument({ slug: 'hi', examples: [example, { ...example, title: 'Again' }] })]
    const permissions = { skills: [called.skillName] }
    const skillSet = await makeDraft({ document: makeSkillSetDocument({ skills, permissions }) })
    const sandbox = returns({ message: 'Hello.' })
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox })

    const { offer } = await getChecklist(ctx, skillSet.id)
    const { draft } = await getDraft(ctx, skillSet.id)

    expect(offer).toMatchObject({ examples: 2, maxPrice: '0.06' })
    expect(offer.effects).toContain(`Calls the skill ${called.skillName}.`)
    expect(draft?.callPrices).toEqual({ hi: '0.03' })
    await expect(check(ctx, skillSet.id)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    const tried = { skillSetId: skillSet.id, skillSlug: 'hi', args: example.input, maxPrice: '0' }
    await expect(startTestRun(ctx, tried)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    expect(sandbox.jobs).toEqual([])
  })
})

describe('a test run', () => {
  test('runs the stored draft, in development', async () => {
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ slug: 'hi' })] })
    const skillSet = await makeDraft({ document })
    const ctx = await contextFor(skillSet.publisher.owner)

    const run = await startTestRun(ctx, { skillSetId: skillSet.id, skillSlug: 'hi', args: { name: 'Ada' } })

    expect(run).toMatchObject({ mode: 'development', versionNumber: '1.0.0', input: { name: 'Ada' } })
    expect(run.skillName).toBe(`${skillSet.publisher.handle}.${skillSet.slug}.hi`)
  })

  test('of a skill that is not in the draft is refused', async () => {
    const skillSet = await makeDraft()
    const ctx = await contextFor(skillSet.publisher.owner)

    const run = startTestRun(ctx, { skillSetId: skillSet.id, skillSlug: freshName('no'), args: {} })

    await expect(run).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('strangers', () => {
  test.each([
    ['see no checklist', getChecklist],
    ['run no checks', check],
    ['run no draft', (ctx, skillSetId) => startTestRun(ctx, { skillSetId, skillSlug: 'greet', args: {} })],
  ] as [string, (ctx: Context, skillSetId: string) => Promise<unknown>][])('%s', async (_, act) => {
    const { id } = await makeDraft()
    const stranger = await contextFor(await makeUser())

    await expect(act(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
