import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { bullets, makePlan, slugs } from '../../testing/plan-setup.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { openVaultToWrite } from '../../vault/vault.ts'
import { replacePlanTemplates } from '../rows/saved-plan-rows.ts'
import { addSampleFile, addTemplateFiles, getPlanTemplate, listPlans, listSamplePaths } from './list-plans.ts'
import { createPlan, deletePlan, getSavedPlan, savePlan } from './saved-plans.ts'

const TEXT = '{"version":"1","goal":"Tidy up","riskLevel":"read-only","steps":[]}'

test('a plan is stored as written, under a unique slug of its title', async () => {
  const ctx = await contextFor(await makeUser())
  expect(await createPlan(ctx, { title: ' Tidy Up! ', text: TEXT })).toEqual({ slug: 'tidy-up' })
  expect(await createPlan(ctx, { title: 'Tidy up', text: '{}' })).toEqual({ slug: 'tidy-up-2' })
  expect(await createPlan(ctx, { title: 'New', text: '{}' })).toEqual({ slug: 'new-2' })
  expect(await createPlan(ctx, { title: '！', text: '{}' })).toEqual({ slug: 'plan' })

  expect(await getSavedPlan(ctx, 'tidy-up')).toMatchObject({
    title: 'Tidy Up!',
    text: TEXT,
    revision: 1,
    savedBy: ctx.viewer?.name,
  })
  expect((await listPlans(ctx)).plans.map(({ slug }) => slug).toSorted()).toEqual([
    'new-2',
    'plan',
    'tidy-up',
    'tidy-up-2',
  ])
})

test.each([
  ['201 steps', { steps: Array(201).fill({}) }, 'A plan can have at most 200 steps.'],
  ['10,001 values', { steps: [{ arguments: Array(10_001).fill(0) }] }, 'at most 10,000 values'],
])('a plan of %s, which its page could not draw quickly, is not saved', async (_, plan, message) => {
  const ctx = await contextFor(await makeUser())
  const { slug } = await createPlan(ctx, { title: 'Small', text: TEXT })
  const text = JSON.stringify(plan)

  const refusal = { code: 'INVALID_INPUT', message: expect.stringContaining(message) }
  await expect(createPlan(ctx, { title: 'Large', text })).rejects.toMatchObject(refusal)
  await expect(savePlan(ctx, { slug, title: 'Small', text, revision: 1 })).rejects.toMatchObject(refusal)
  expect(await getSavedPlan(ctx, slug)).toMatchObject({ text: TEXT, revision: 1 })
})

test('members who save plans at the same time cannot exceed the maximum, and are told to delete some', async () => {
  const ctx = await contextFor(await makeUser())
  const { organisationId, userId } = ctx.viewer!
  await database().savedPlan.createMany({
    data: Array.from({ length: 497 }, (_, at) => ({
      organisationId,
      slug: `plan-${at}`,
      title: 'Tidy up',
      document: {},
      createdById: userId,
      updatedById: userId,
    })),
  })

  const saved = await Promise.allSettled(
    Array.from({ length: 5 }, () => createPlan(ctx, { title: 'One more', text: TEXT })),
  )

  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(saved.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'LIMIT_REACHED',
      options: {
        suggestedAction: 'Delete plans you no longer need.',
        limit: { what: 'plans', max: 500, used: 500, unit: 'items' },
      },
    },
  })
})

test('of two simultaneous saves, one learns who was faster, and neither is lost', async () => {
  const ctx = await contextFor(await makeUser())
  const { slug } = await createPlan(ctx, { title: 'Tidy up', text: TEXT })
  const save = (title: string) => savePlan(ctx, { slug, title, text: '{"goal":"Mine"}', revision: 1 })

  const answers = await Promise.allSettled([save('One'), save('Two')])

  const lost = answers.filter(({ status }) => status === 'rejected')
  expect(lost).toMatchObject([
    { reason: { code: 'CONFLICT', message: expect.stringContaining(ctx.viewer!.name) } },
  ])
  expect(await getSavedPlan(ctx, slug)).toMatchObject({ revision: 2, text: '{"goal":"Mine"}' })
  await expect(savePlan(ctx, { slug, title: 'Three', text: '{}', revision: 2 })).resolves.toMatchObject({
    revision: 3,
  })
})

test('for members of the organisation only: for others a plan does not exist', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const { slug } = await createPlan(ctx, { title: 'Tidy up', text: TEXT })
  const stranger = await contextFor(await makeUser())
  const elsewhere = await contextFor(user, { organisation: await makeOrganisation({ owner: user }) })

  for (const other of [stranger, elsewhere]) {
    await expect(getSavedPlan(other, slug)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const saved = savePlan(other, { slug, title: 'Mine', text: '{}', revision: 1 })
    await expect(saved).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(deletePlan(other, slug)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await listPlans(other)).plans).toEqual([])
  }
  for (const call of [
    () => getSavedPlan(visitor(), slug),
    () => createPlan(visitor(), { title: 'A', text: '{}' }),
    () => savePlan(visitor(), { slug, title: 'A', text: '{}', revision: 1 }),
    () => deletePlan(visitor(), slug),
    () => listPlans(visitor()),
    () => getPlanTemplate(visitor(), 'any'),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await getSavedPlan(ctx, slug)).toMatchObject({ title: 'Tidy up', revision: 1 })
})

test.each([
  ['no name', { title: ' ', text: '{}' }],
  ['a name that no column holds', { title: 'a\u0000b', text: '{}' }],
  ['invalid JSON', { title: 'A', text: '{' }],
  ['a list', { title: 'A', text: '[]' }],
  ['no text', { title: 'A' }],
  ['nothing', null],
])('%s is refused as input', async (_, given) => {
  const ctx = await contextFor(await makeUser())
  await expect(createPlan(ctx, given)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a deleted plan is gone, and the log names who deleted it', async () => {
  const ctx = await contextFor(await makeUser())
  const { slug } = await createPlan(ctx, { title: 'Tidy up', text: TEXT })
  await deletePlan(ctx, slug)
  await expect(getSavedPlan(ctx, slug)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const where = { actorId: ctx.viewer!.userId, action: 'plan.delete' }
  expect(await database().auditEvent.findFirst({ where })).toMatchObject({ subject: 'Tidy up' })
})

test('a template offers the sample files that it reads and the vault does not have', async () => {
  const ctx = await contextFor(await makeUser())
  const files = [
    { path: 'Data/a.csv', content: 'a,b' },
    { path: 'Data/b.csv', content: 'c,d' },
  ]
  const plan: object = makePlan([bullets])
  const document = plan as JsonObject
  const template = { slug: 'samples', title: 'Samples', summary: '', document, files }
  await database().$transaction((tx) => replacePlanTemplates(tx, [template]))
  await createFile(openVaultToWrite(ctx), { path: 'Data/B.csv', content: 'mine' })
  expect(await getPlanTemplate(ctx, 'samples')).toMatchObject({ missingFiles: ['Data/a.csv'] })

  expect(await addTemplateFiles(ctx, 'samples')).toBe(1)

  expect(await getPlanTemplate(ctx, 'samples')).toMatchObject({ missingFiles: [] })
  await expect(addTemplateFiles(visitor(), 'samples')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a file that a plan reads is added from the samples of templates, and no other', async () => {
  const ctx = await contextFor(await makeUser())
  const document = makePlan([bullets]) as unknown as JsonObject
  const files = [{ path: 'Data/sample.csv', content: 'a,b' }]
  const template = { slug: 'one-sample', title: 'Samples', summary: '', document, files }
  await database().$transaction((tx) => replacePlanTemplates(tx, [template]))

  expect(await listSamplePaths(ctx)).toEqual(['Data/sample.csv'])
  await addSampleFile(ctx, 'Data/sample.csv')

  expect(await getPlanTemplate(ctx, 'one-sample')).toMatchObject({ missingFiles: [] })
  await expect(addSampleFile(ctx, 'Data/sample.csv')).rejects.toMatchObject({ code: 'CONFLICT' })
  for (const path of ['Data/other.csv', 7])
    await expect(addSampleFile(ctx, path)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(addSampleFile(visitor(), 'Data/sample.csv')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(listSamplePaths(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('templates are the same for all users, describe themselves, and are replaced as a whole', async () => {
  const ctx = await contextFor(await makeUser())
  const document = makePlan([{ ...bullets, preview: 'Find the bullets' }, slugs])
  const template = (slug: string, plan: object = document) => ({
    slug,
    title: slug,
    summary: '',
    document: plan as JsonObject,
    files: [],
  })
  await database().$transaction((tx) =>
    replacePlanTemplates(tx, [template('b'), template('a'), template('c')]),
  )
  await database().$transaction((tx) =>
    replacePlanTemplates(tx, [template('c'), template('b'), template('broken', { version: '1' })]),
  )

  const { templates } = await listPlans(ctx)

  expect(templates.map(({ slug }) => slug)).toEqual(['c', 'b'])
  expect(templates[0]).toMatchObject({
    riskLevel: 'read-only',
    steps: [
      { tool: 'util.parseMarkdownBullets', preview: 'Find the bullets' },
      { tool: 'util.slugifyTitle', preview: expect.stringContaining('for each item') },
    ],
  })
  expect(await getPlanTemplate(ctx, 'b')).toMatchObject({ text: JSON.stringify(document) })
  await expect(getPlanTemplate(ctx, 'a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
