import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import {
  contextFor,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
} from '../../testing/factories.ts'
import { addExample } from './add-example.ts'

const db = database()

async function ranBy(ctx: Awaited<ReturnType<typeof contextFor>>, { skillName }: TestVersion) {
  return runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Grace' } })
}

async function publisherRun() {
  const version = await makePublishedVersion()
  const { publisher, id: skillSetId } = version.skillSet
  const ctx = await contextFor(publisher.owner)
  const run = await ranBy(ctx, version)
  const draft = async () => (await db.draft.findUnique({ where: { skillSetId } }))?.document as never
  return { version, ctx, run, skillSetId, draft }
}

test('the run becomes the last example of the draft, saved like any edit', async () => {
  const { ctx, run, skillSetId, draft } = await publisherRun()

  expect(await addExample(ctx, { runId: run.id, title: ' Greet Grace ' })).toEqual({ skillSetId, skill: 0 })

  expect(await draft()).toMatchObject({
    skills: [{ examples: [{ title: 'Greet Ada' }, { title: 'Greet Grace', input: { name: 'Grace' } }] }],
  })
  expect(await db.draft.findUnique({ where: { skillSetId } })).toMatchObject({ revision: 2 })
})

test('without a draft, one is created from the published version', async () => {
  const { ctx, run, skillSetId, draft } = await publisherRun()
  await db.draft.delete({ where: { skillSetId } })

  await addExample(ctx, { runId: run.id, title: 'Greet Grace' })

  expect(await draft()).toMatchObject({
    version: '1.0.1',
    skills: [{ examples: [{}, { title: 'Greet Grace' }] }],
  })
})

test('others add nothing, to whatever they ran', async () => {
  const { version, run, draft } = await publisherRun()
  const stranger = await contextFor(await makeUser())
  const theirs = await ranBy(stranger, version)

  await expect(addExample(stranger, { runId: theirs.id, title: 'Mine' })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(addExample(stranger, { runId: run.id, title: 'Mine' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await draft()).toMatchObject({ skills: [{ examples: [{ title: 'Greet Ada' }] }] })
})

test('a title is needed, and a skill that is still there', async () => {
  const { ctx, run, skillSetId } = await publisherRun()

  for (const title of ['', '  ', 'a'.repeat(101), 7, undefined])
    await expect(addExample(ctx, { runId: run.id, title })).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ slug: 'other' })] })
  await db.draft.update({ where: { skillSetId }, data: { document: document as never } })
  await expect(addExample(ctx, { runId: run.id, title: 'Late' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a built-in tool has no draft to add to', async () => {
  const user = await makeUser()
  await makeDraft()
  const ctx = await contextFor(user)
  const run = await runToEnd(ctx, { skill: { name: 'util.slugifyTitle' }, args: { title: 'A b' } })

  await expect(addExample(ctx, { runId: run.id, title: 'X' })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
})
