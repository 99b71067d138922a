import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { createPlan } from '../../plans/saved/saved-plans.ts'
import {
  contextFor,
  freshName,
  makeDraft,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { bullets, makePlan, slugs } from '../../testing/plan-setup.ts'
import { getChecklist } from './check-draft.ts'
import { createSkillFromPlan, getPlanSkill } from './plan-skill.ts'

async function savePlan(ctx: Context, plan: object = makePlan([bullets, slugs])): Promise<string> {
  return (await createPlan(ctx, { title: 'Slugs of a list', text: JSON.stringify(plan) })).slug
}

async function setUp() {
  const publisher = await makePublisher()
  const ctx = await contextFor(publisher.owner)
  const terms = {
    handle: publisher.handle,
    name: 'Slugs',
    slug: freshName('slugs'),
    visibility: 'PUBLIC',
    inputs: [],
  }
  return { ctx, terms, publisher }
}

const text = { stepId: 'bullets', argument: 'text', name: 'text' }

test('the form offers the fixed values of the plan and the handles of the organisation', async () => {
  const { ctx, publisher } = await setUp()

  expect(await getPlanSkill(ctx, await savePlan(ctx))).toMatchObject({
    title: 'Slugs of a list',
    suggestedSlug: 'slugs_of_a_list',
    handles: [publisher.handle],
    inputs: [{ ...text, value: bullets.args.text }],
    problems: [],
  })
})

test('only members of the plan’s organisation see and publish it, and only as a publisher of theirs', async () => {
  const { ctx, terms } = await setUp()
  const plan = await savePlan(ctx)
  const stranger = await contextFor(await makeUser())

  for (const [who, code] of [
    [stranger, 'NOT_FOUND'],
    [visitor(), 'UNAUTHENTICATED'],
  ] as const) {
    await expect(getPlanSkill(who, plan)).rejects.toMatchObject({ code })
    await expect(createSkillFromPlan(who, { plan, ...terms })).rejects.toMatchObject({ code })
  }
  const own = await savePlan(stranger)
  await expect(createSkillFromPlan(stranger, { plan: own, ...terms })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('parameters need valid names, each once, and values that the plan has', async () => {
  const { ctx, terms } = await setUp()
  const plan = await savePlan(ctx)

  for (const inputs of [
    [{ ...text, name: '1st' }],
    [{ ...text, name: '__proto__' }],
    [text, text],
    [{ ...text, argument: 'constructor' }],
    'all',
  ])
    await expect(createSkillFromPlan(ctx, { plan, ...terms, inputs })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
})

test('a plan with an error is refused with the step and the reason', async () => {
  const { ctx, terms } = await setUp()
  const plan = await savePlan(ctx, makePlan([{ ...slugs, foreach: undefined } as typeof slugs]))

  const { problems } = await getPlanSkill(ctx, plan)

  expect(problems[0]).toContain('Step “slugs”')
  await expect(createSkillFromPlan(ctx, { plan, ...terms })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: problems[0],
  })
})

test('a called skill that only the organisation can run is named, in the form and in the checklist of the draft', async () => {
  const { ctx, terms, publisher } = await setUp()
  const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
  const skillSet = await makeDraft({ document, publisher })
  const { skillName } = await makePublishedVersion({ skillSet })
  const plan = await savePlan(ctx, makePlan([{ id: 'greet', tool: skillName, args: { name: 'Ada' } }]))

  const { publicWarnings } = await getPlanSkill(ctx, plan)
  const draft = await createSkillFromPlan(ctx, { plan, ...terms })
  const { lines } = await getChecklist(ctx, draft)

  expect(publicWarnings).toEqual([expect.stringContaining(`${skillName} is private`)])
  expect(lines.find(({ id }) => id === 'requires')).toMatchObject({ ok: true, advice: publicWarnings })
  await makePublishedVersion({ skillSet, document: { ...document, visibility: 'PUBLIC', version: '1.0.1' } })
  expect((await getPlanSkill(ctx, plan)).publicWarnings).toEqual([])
})
