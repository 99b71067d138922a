// Tests stars, ratings and reports.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { answerRating, getFeedback, rateSkillSet, setStar, withdrawRating } from './ratings.ts'
import { closeReport, listReports, reportSkillSet } from './report-skill-set.ts'

const db = database()

async function published(overrides = {}) {
  const version = await makePublishedVersion({ document: makeSkillSetDocument(overrides) })
  const { skillSet, skillName } = version
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  const publisher = await contextFor(skillSet.publisher.owner)
  const someone = async () => contextFor(await makeUser())
  const runner = async () => {
    const ctx = await someone()
    await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
    return ctx
  }
  return { ref, publisher, someone, runner }
}

const GOOD = { points: 4, comment: ' Polite. ' }
const WRONG = { reason: 'broken', message: 'It said goodbye.' }

test('a star is given once, removed and counted', async () => {
  const { ref, someone } = await published()
  const [one, two] = [await someone(), await someone()]

  await Promise.all([setStar(one, ref, true), setStar(one, ref, true), setStar(two, ref, true)])
  expect(await getFeedback(one, ref)).toMatchObject({ stars: 2, own: { isStarred: true } })

  await setStar(one, ref, false)
  await setStar(one, ref, false)
  expect(await getFeedback(one, ref)).toMatchObject({ stars: 1, own: { isStarred: false } })
  expect(await getFeedback(visitor(), ref)).toMatchObject({ stars: 1, own: null })
})

test('a user who has run a SkillSet can rate it once, and change or delete the rating', async () => {
  const { ref, runner } = await published()
  const [one, two] = [await runner(), await runner()]

  await rateSkillSet(one, ref, { points: 1, comment: 'Rude.' })
  await rateSkillSet(one, ref, GOOD)
  await rateSkillSet(two, ref, { points: 5 })

  const { ratings } = await getFeedback(visitor(), ref)
  expect(ratings).toMatchObject({ count: 2, mean: '4.5' })
  expect(ratings.latest).toMatchObject([
    { points: 4, comment: 'Polite.', versionNumber: '1.0.0', by: one.viewer!.name },
  ])

  await withdrawRating(one, ref)
  expect((await getFeedback(one, ref)).ratings).toMatchObject({ count: 1, mean: '5.0', latest: [] })
  await expect(withdrawRating(one, ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the publisher is notified of a new rating, and not of a change to it', async () => {
  const { ref, runner, publisher } = await published()
  const one = await runner()

  await rateSkillSet(one, ref, GOOD)
  await rateSkillSet(one, ref, { points: 2, comment: 'Rude.' })

  const notices = await db.notice.findMany({
    where: { userId: publisher.viewer!.userId, kind: 'rating.added' },
  })
  expect(notices).toMatchObject([
    { title: `${ref.publisher}.${ref.skillset} was rated 4 of 5`, body: 'Polite.' },
  ])
})

test('the publisher of a SkillSet and users who never ran it cannot rate it, and both get the reason', async () => {
  const { ref, someone, publisher } = await published()

  await expect(rateSkillSet(await someone(), ref, GOOD)).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  await expect(rateSkillSet(publisher, ref, GOOD)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(rateSkillSet(visitor(), ref, GOOD)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect((await getFeedback(publisher, ref)).own?.rateError).toContain('your own')
  expect((await getFeedback(visitor(), ref)).ratings).toEqual({ count: 0, mean: null, latest: [] })
})

test.each([
  { points: 0 },
  { points: 6 },
  { points: 2.5 },
  { points: '5' },
  { points: 3, comment: 'a\0' },
  null,
])('%j is refused as a rating', async (given) => {
  const { ref, runner } = await published()

  await expect(rateSkillSet(await runner(), ref, given)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('an invisible skill cannot be rated or reported', async () => {
  const { ref, someone } = await published({ visibility: 'PRIVATE' })
  const ctx = await someone()

  for (const attempt of [
    () => setStar(ctx, ref, true),
    () => rateSkillSet(ctx, ref, GOOD),
    () => withdrawRating(ctx, ref),
    () => reportSkillSet(ctx, ref, WRONG),
    () => getFeedback(ctx, ref),
    () => setStar(ctx, { publisher: '\0', skillset: 'x' }, true),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('admins are notified of a report, and the reporter of its answer', async () => {
  const { ref, someone } = await published()
  const [ctx, adminUser] = [await someone(), await makeAdmin()]
  const admin = await contextFor(adminUser)

  await reportSkillSet(ctx, ref, WRONG)

  expect(await db.notice.findMany({ where: { userId: adminUser.id, kind: 'report.made' } })).toMatchObject([
    { body: 'It does not work as described. It said goodbye.', href: '/admin/reports' },
  ])
  const line = (await listReports(admin, { isOpen: true })).lines.find(({ by }) => by === ctx.viewer!.name)
  expect(line).toMatchObject({
    skillSet: `${ref.publisher}.${ref.skillset}`,
    message: WRONG.message,
    answer: null,
    restriction: null,
  })
  const hidden = { kind: 'hidden', reason: 'Under review.', subject: ref.skillset, createdByName: 'An admin' }
  await db.restriction.create({ data: { ...hidden, skillSetId: line!.skillSetId } })
  const again = (await listReports(admin, { isOpen: true })).lines.find(({ id }) => id === line!.id)
  expect(again?.restriction).toEqual({ kind: 'hidden', reason: 'Under review.' })
  await expect(reportSkillSet(ctx, ref, WRONG)).rejects.toMatchObject({ code: 'CONFLICT' })

  await closeReport(admin, line!.id, 'It was taken down.')

  expect(await db.notice.findMany({ where: { userId: ctx.viewer!.userId } })).toMatchObject([
    { kind: 'report.answered', body: 'It was taken down.' },
  ])
  await expect(closeReport(admin, line!.id, 'Once more.')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await listReports(admin, { isOpen: false })).lines).toContainEqual(
    expect.objectContaining({ id: line!.id, answer: 'It was taken down.' }),
  )
  const acts = await db.auditEvent.findMany({
    where: { action: { startsWith: 'report.' }, actorId: { in: [ctx.viewer!.userId, adminUser.id] } },
    orderBy: { id: 'asc' },
  })
  expect(acts.map(({ action }) => action)).toEqual(['report.make', 'report.close'])
  await reportSkillSet(ctx, ref, WRONG)
})

test('only admins read and answer reports, and only people with an account make them', async () => {
  const { ref, someone, publisher } = await published()
  await reportSkillSet(await someone(), ref, WRONG)
  const { id } = await db.report.findFirstOrThrow({ where: { skillSet: { slug: ref.skillset } } })

  for (const ctx of [publisher, await someone()]) {
    await expect(listReports(ctx, { isOpen: true })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(closeReport(ctx, id, 'No.')).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  }
  await expect(reportSkillSet(visitor(), ref, WRONG)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  const admin = await contextFor(await makeAdmin())
  await expect(closeReport(admin, id, '  ')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(closeReport(admin, 'nobody\0', 'No.')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  { reason: 'boring', message: 'It is.' },
  { reason: 'broken', message: '  ' },
  { reason: 'broken', message: 'a'.repeat(4_001) },
  { message: 'No reason.' },
  'broken',
])('%j is refused as a report', async (given) => {
  const { ref, someone } = await published()

  await expect(reportSkillSet(await someone(), ref, given)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a rating is answered in public by its publisher, and by no one else', async () => {
  const { ref, runner, someone, publisher } = await published()
  const rater = await runner()
  await rateSkillSet(rater, ref, GOOD)
  const [rating] = (await getFeedback(publisher, ref)).ratings.latest
  const answer = { id: rating?.id, answer: ' Thank you. ' }

  await answerRating(publisher, ref, answer)
  const [answered] = (await getFeedback(visitor(), ref)).ratings.latest
  expect(answered).toMatchObject({ answer: { text: 'Thank you.' }, atMs: rating?.atMs })
  expect(answered).not.toHaveProperty('id')

  await expect(answerRating(await someone(), ref, answer)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(answerRating(visitor(), ref, answer)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(answerRating(publisher, ref, { ...answer, id: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(answerRating(publisher, ref, { ...answer, answer: 'x'.repeat(1_001) })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })

  await answerRating(publisher, ref, { ...answer, answer: '' })
  expect((await getFeedback(visitor(), ref)).ratings.latest[0]).not.toHaveProperty('answer')
})
