import { expect, test } from 'vitest'
import { MOVES } from '../../contracts/versions/version-states.ts'
import type { Prisma } from '../../kernel/db/generated/client.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
} from '../../testing/factories.ts'
import { findVersion, listVersionHeads, moveVersion, reserveVersion } from './versions.ts'

const db = database()

async function reserve(number: string, skillSetId: string, document = makeSkillSetDocument()) {
  const version = { skillSetId, number, document, visibility: 'PUBLIC' as const, changelog: '' }
  return db.$transaction((tx) => reserveVersion(tx, version))
}

test('a number is reserved once, and the loser’s transaction lives on', async () => {
  const { id: skillSetId } = await makeDraft()

  const first = await reserve('1.0.0', skillSetId)
  const listed = await db.$transaction(async (tx) => {
    const version = { skillSetId, number: '1.0.0', document: makeSkillSetDocument() }
    const second = await reserveVersion(tx, { ...version, visibility: 'PUBLIC', changelog: '' })
    return { second, heads: await listVersionHeads(tx, skillSetId) }
  })

  expect(first).toEqual(expect.any(String))
  expect(listed.second).toBeNull()
  expect(listed.heads.map(({ id }) => id)).toEqual([first])
})

test('the same number may be reserved for another SkillSet', async () => {
  const [one, other] = [await makeDraft(), await makeDraft()]

  expect(await reserve('1.0.0', one.id)).not.toBeNull()
  expect(await reserve('1.0.0', other.id)).not.toBeNull()
})

test('of two simultaneous reservations of a number, one succeeds', async () => {
  const { id } = await makeDraft()

  const ids = await Promise.all([reserve('2.0.0', id), reserve('2.0.0', id)])

  expect(ids.filter((each) => each === null)).toHaveLength(1)
})

test('a transition also writes its details', async () => {
  const { id } = await makePublishedVersion({ state: 'IN_REVIEW' })

  const publishedAt = new Date()
  const moved = await db.$transaction((tx) =>
    moveVersion(tx, id, MOVES.approve, { publishedAt, reviewed: true }),
  )

  expect(moved).toBe(true)
  expect(await findVersion(db, id)).toMatchObject({ state: 'PUBLISHED', publishedAt, reviewed: true })
})

test('a move from another state changes nothing', async () => {
  const { id } = await makePublishedVersion({ state: 'REJECTED' })

  const moved = await db.$transaction((tx) => moveVersion(tx, id, MOVES.approve, { changelog: 'Changed.' }))

  expect(moved).toBe(false)
  expect(await findVersion(db, id)).toMatchObject({ state: 'REJECTED', changelog: 'The first version.' })
})

test('of two simultaneous moves of a version, one returns false', async () => {
  const { id } = await makePublishedVersion({ state: 'IN_REVIEW' })

  const answers = await Promise.all([
    db.$transaction((tx) => moveVersion(tx, id, MOVES.approve)),
    db.$transaction((tx) => moveVersion(tx, id, MOVES.reject)),
  ])

  expect(answers.toSorted()).toEqual([false, true])
})

test('a snapshot round-trips, with its key order and characters that jsonb refuses', async () => {
  const { id: skillSetId } = await makeDraft()
  const skill = makeSkillDocument({ parameters: { zebra: 1, apple: 'nul \u0000 and half a pair \ud800' } })
  const document = makeSkillSetDocument({ skills: [skill] })

  const id = await reserve('1.0.0', skillSetId, document)

  const stored = await findVersion(db, id as string)
  expect(JSON.stringify(stored?.document)).toBe(JSON.stringify(document))
})

test.each(['PUBLISHED', 'DEPRECATED', 'YANKED'] as const)(
  'a version that is %s cannot be edited, not even directly in the database; its state and notices can change',
  async (state) => {
    const { id } = await makePublishedVersion({ state })
    const document = makeSkillSetDocument() as unknown as Prisma.InputJsonObject
    const edit = (data: Prisma.VersionUpdateInput) => db.version.update({ where: { id }, data })

    for (const data of [
      { document },
      { number: '9.9.9' },
      { changelog: 'Else.' },
      { visibility: 'PRIVATE' as const },
    ])
      await expect(edit(data)).rejects.toThrow('is published and cannot be edited')

    await expect(edit({ state: 'YANKED', yankReason: 'It leaks.' })).resolves.toMatchObject({
      state: 'YANKED',
    })
  },
)
