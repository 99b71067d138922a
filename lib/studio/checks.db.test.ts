// Tests what a publisher learns before submitting, with a fake sandbox.
import { describe, expect, test } from 'vitest'
import {
  contextFor,
  freshName,
  makeDraft,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { returns } from '../testing/fake-sandbox.ts'
import { getChecklist, startTestRun } from './check-draft.ts'
import { saveDraft } from './save-draft.ts'

describe('the checklist of a draft', () => {
  test('runs the examples in the sandbox', async () => {
    const skillSet = await makeDraft()
    const sandbox = returns({ message: 'Hello.' })
    const ctx = await contextFor(skillSet.publisher.owner, { sandbox })

    const lines = await getChecklist(ctx, skillSet.id)

    expect(lines.filter(({ ok }) => !ok)).toEqual([])
    expect(sandbox.jobs).toHaveLength(1)
  })

  test('is red, not refused, for half a document', async () => {
    const skillSet = await makeDraft()
    const ctx = await contextFor(skillSet.publisher.owner)
    const document = { name: 7, skills: [{ slug: 'No' }] }
    await saveDraft(ctx, { skillSetId: skillSet.id, document, revision: 1 })

    const lines = await getChecklist(ctx, skillSet.id)

    const red = lines.filter(({ ok }) => !ok).flatMap(({ issues }) => issues.map(({ path }) => path))
    expect(red).toContain('/name')
    expect(red).toContain('/skills/0/slug')
  })

  test('has a red line for a slug that is taken', async () => {
    const skillSet = await makeDraft()
    const other = await makeDraft({ publisher: skillSet.publisher })
    const ctx = await contextFor(skillSet.publisher.owner)
    const document = JSON.parse(JSON.stringify(makeSkillSetDocument({ slug: other.slug })))
    await saveDraft(ctx, { skillSetId: skillSet.id, document, revision: 1 })

    const lines = await getChecklist(ctx, skillSet.id)

    expect(lines.filter(({ ok }) => !ok)).toMatchObject([{ id: 'slug', issues: [{ path: '/slug' }] }])
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
    ['run no draft', (ctx, skillSetId) => startTestRun(ctx, { skillSetId, skillSlug: 'greet', args: {} })],
  ] as [string, typeof getChecklist][])('%s', async (_, act) => {
    const { id } = await makeDraft()
    const stranger = await contextFor(await makeUser())

    await expect(act(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
