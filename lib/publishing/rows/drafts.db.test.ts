import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { makeDraft, makeUser } from '../../testing/factories.ts'
import { deleteDraftRow, findDraft, findDraftHead, insertDraft, replaceDraft } from './drafts.ts'

const db = database()

async function saved(document: Json): Promise<Json | undefined> {
  const skillSet = await makeDraft()
  const { userId, revision } = { userId: skillSet.publisher.owner.id, revision: 1 }
  await replaceDraft(db, { skillSetId: skillSet.id, revision, document, updatedById: userId })
  return (await findDraft(db, skillSet.id))?.document
}

test.each<[string, Json]>([
  ['the order of properties', { zebra: 1, apple: { y: 1, b: 2 }, mango: [] }],
  ['a NUL', { name: 'before\u0000after' }],
  ['a lone surrogate', { name: 'half \ud83d of a pair' }],
  ['every kind of value', { list: [null, true, false, 0, -1.5, 1e21, '', 'ü', {}, []] }],
  ['null by itself', null],
])('a draft stores %s', async (_, document) => {
  const found = await saved(document)

  expect(JSON.stringify(found)).toBe(JSON.stringify(document))
})

test('of two saves of the same revision, one returns null, and the first text stays', async () => {
  const skillSet = await makeDraft()
  const [ada, ben] = [await makeUser(), await makeUser()]
  const save = (updatedById: string, document: Json) =>
    replaceDraft(db, { skillSetId: skillSet.id, revision: 1, document, updatedById })

  const answers = await Promise.all([save(ada.id, { by: 'ada' }), save(ben.id, { by: 'ben' })])

  const winner = answers.find((answer) => answer !== null)
  expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  expect(winner?.revision).toBe(2)
  const stored = await findDraft(db, skillSet.id)
  expect(stored?.document).toEqual({ by: winner?.updatedById === ada.id ? 'ada' : 'ben' })
})

test('a second working copy is not started', async () => {
  const skillSet = await makeDraft()

  const started = await insertDraft(db, { skillSetId: skillSet.id, document: {}, updatedById: 'somebody' })

  expect(started).toBe(false)
  expect((await findDraft(db, skillSet.id))?.document).toMatchObject({ slug: skillSet.slug })
})

test('a working copy is thrown away only in the revision that was looked at', async () => {
  const { id: skillSetId } = await makeDraft()

  expect(await db.$transaction((tx) => deleteDraftRow(tx, { skillSetId, revision: 7 }))).toBe(false)
  expect(await db.$transaction((tx) => deleteDraftRow(tx, { skillSetId, revision: 1 }))).toBe(true)
  expect(await findDraftHead(db, skillSetId)).toBeNull()
})
