import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { makeSubmission, type TestSubmission } from '../../testing/make-submission.ts'
import { linkExampleRuns, listExampleRuns } from './example-runs.ts'

const db = database()

async function makeRun({ owner, version }: TestSubmission, exampleIndex: number): Promise<string> {
  const id = `run_${crypto.randomUUID()}`
  await db.run.create({
    data: {
      id,
      organisationId: owner.organisation.id,
      userId: owner.id,
      skillSetId: version.skillSetId,
      skillName: version.skillName,
      versionNumber: version.number,
      mode: 'development',
      channel: 'review',
      exampleIndex,
      input: {},
      coercions: [],
      warnings: [],
      logs: [],
      contractHash: '',
    },
  })
  return id
}

async function link({ id, versionId }: TestSubmission, runIds: string[]): Promise<void> {
  await db.$transaction((tx) => linkExampleRuns(tx, { submissionId: id, versionId, runIds }))
}

test('runs are attached to a submission, and returned in the order of the examples', async () => {
  const submission = await makeSubmission()
  const [second, first] = [await makeRun(submission, 1), await makeRun(submission, 0)]

  await link(submission, [second, first])

  const runs = await listExampleRuns(db, submission.id)
  expect(runs.map(({ id }) => id)).toEqual([first, second])
  expect(runs[0]).toMatchObject({ versionId: submission.versionId })
})

test('a run that is the evidence of one submission cannot become that of another', async () => {
  const [one, other] = [await makeSubmission(), await makeSubmission()]
  const run = await makeRun(one, 0)
  await link(one, [run])

  await link(other, [run])

  expect(await listExampleRuns(db, other.id)).toEqual([])
  expect(await listExampleRuns(db, one.id)).toMatchObject([{ id: run }])
})
