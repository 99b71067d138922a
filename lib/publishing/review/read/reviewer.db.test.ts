// Tests what a reviewer gets besides the comparison: comments on lines, test runs, the publisher's record, the
// next submission.
import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../../testing/factories.ts'
import { returns } from '../../../testing/fake-sandbox.ts'
import { makeSubmission } from '../../../testing/make-submission.ts'
import { addLineComment } from '../decide/add-comment.ts'
import { requestChanges } from '../decide/decide-submission.ts'
import { followSubmission } from './get-review-queue.ts'
import { getSubmission } from './get-submission.ts'
import { trySubmission } from './try-submission.ts'

const db = database()
const CODE =
  'export default async function handler({ parameters }) {\n  return { message: parameters.name }\n}'

async function setUp(pricing?: { amount: string }) {
  const skill = makeSkillDocument({ definition: CODE, ...(pricing && ({ pricing } as object)) })
  const permissions = { tools: ['vault.writeFile'], vault: ['**'], network: ['example.org'] }
  const document = makeSkillSetDocument({ skills: [skill], permissions })
  const submission = await makeSubmission({ skillSet: await makeDraft({ document }) })
  return { ...submission, skill, admin: await contextFor(await makeAdmin()) }
}

test('a comment on a line reaches the publisher with the decision, and not before', async () => {
  const { id, owner, skill, admin } = await setUp()
  const publisher = await contextFor(owner)

  await addLineComment(admin, id, { skill: skill.slug, part: 'code', line: 2, body: ' Say hello. ' })

  const location = { part: `Code of ${skill.name}`, line: 2, quote: 'return { message: parameters.name }' }
  const comments = [{ body: 'Say hello.', isByAdmin: true, location }]
  expect((await getSubmission(admin, id)).comments).toMatchObject(comments)
  expect((await getSubmission(publisher, id)).comments).toEqual([])
  expect(await db.notice.count({ where: { userId: owner.id } })).toBe(0)

  await requestChanges(admin, { submissionId: id, reason: 'Almost.' })

  expect((await getSubmission(publisher, id)).comments).toMatchObject(comments)
  const { skillSet } = await getSubmission(publisher, id)
  expect((await followSubmission(publisher, skillSet.id)).comments).toMatchObject(comments)
  expect(await db.notice.findMany({ where: { userId: owner.id } })).toMatchObject([
    { body: 'Almost.\n\n1 comment on lines.' },
  ])
  const late = addLineComment(admin, id, { skill: skill.slug, part: 'code', line: 1, body: 'More.' })
  await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
})

test.each([
  [{ line: 9 }, 'INVALID_INPUT'],
  [{ line: 0 }, 'INVALID_INPUT'],
  [{ body: ' ' }, 'INVALID_INPUT'],
  [{ part: 'readme' }, 'INVALID_INPUT'],
  [{ skill: 'unknown' }, 'NOT_FOUND'],
])('a comment with %j is refused with %s', async (given, code) => {
  const { id, skill, admin } = await setUp()
  const comment = addLineComment(admin, id, { skill: skill.slug, part: 'code', line: 1, body: 'x', ...given })
  await expect(comment).rejects.toMatchObject({ code })
})

test('a reviewer runs a paid skill for nothing, with their input, and without the permissions of users', async () => {
  const { id, skill, admin } = await setUp({ amount: '2.00' })
  const jobs: unknown[] = []
  const fake = returns({ message: 'Ada' })
  const sandbox: typeof fake = {
    ...fake,
    execute: (job, ...rest) => {
      jobs.push(job)
      return fake.execute(job, ...rest)
    },
  }

  const { id: runId } = await trySubmission(
    { ...admin, sandbox },
    { submissionId: id, skillSlug: skill.slug, args: { name: 'Ada' } },
  )

  await expect
    .poll(() => db.run.findUnique({ where: { id: runId } }))
    .toMatchObject({ state: 'succeeded', priceMicros: 0n, channel: 'review', mode: 'development' })
  const run = await db.run.findUniqueOrThrow({ where: { id: runId } })
  expect(run).toMatchObject({ organisationId: admin.viewer?.organisationId, versionId: null })
  expect(jobs).toMatchObject([{ isApproved: false, isUnreviewed: true, network: ['example.org'] }])
})

test('only admins get these, also of a submission that exists', async () => {
  const { id, owner, skill, admin } = await setUp()
  const { reviewer } = await getSubmission(admin, id)
  expect(reviewer).toMatchObject({
    record: { submissions: 1, approved: 0, rejected: 0 },
    tryOut: [{ slug: skill.slug, input: { name: 'Ada' } }],
  })
  expect(reviewer?.next?.id).not.toBe(id)

  const publisher = await contextFor(owner)
  expect((await getSubmission(publisher, id)).reviewer).toBeNull()
  for (const ctx of [publisher, await contextFor(await makeUser())]) {
    const run = trySubmission(ctx, { submissionId: id, skillSlug: skill.slug, args: {} })
    await expect(run).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(addLineComment(ctx, id, {})).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  }
  const unknown = trySubmission(admin, { submissionId: 'unknown', skillSlug: 'x', args: {} })
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
