import { expect, test } from 'vitest'
import type { SkillExample } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { visitor } from '../../testing/factories.ts'
import { makeSubmission, type TestSubmission } from '../../testing/make-submission.ts'
import { listRecordedExamples } from './get-quick-execute.ts'

type Recorded = { index: number; output?: Json; state?: 'succeeded' | 'failed' }

async function record({ id, owner, version }: TestSubmission, { index, output, state }: Recorded) {
  await database().run.create({
    data: {
      id: `run_${crypto.randomUUID()}`,
      organisationId: owner.organisation.id,
      userId: owner.id,
      skillSetId: version.skillSetId,
      versionId: version.id,
      submissionId: id,
      skillName: version.skillName,
      versionNumber: version.number,
      mode: 'development',
      channel: 'review',
      exampleIndex: index,
      state: state ?? 'succeeded',
      input: {},
      ...(output !== undefined && { output: output as Json & object, hasOutput: true }),
      durationMs: 12,
      coercions: [],
      warnings: [],
      logs: [],
      contractHash: '',
    },
  })
}

const read = ({ version }: TestSubmission, examples: SkillExample[]) =>
  listRecordedExamples(visitor(), { name: version.skillName, version, skill: { examples } })

const greet = (title: string, output?: Json): SkillExample => ({ title, input: { name: title }, output })

test('a visitor reads what each example returned at review, in the order of the examples', async () => {
  const submission = await makeSubmission()
  await record(submission, { index: 1, output: { message: 'Hello, Ben.' } })
  await record(submission, { index: 0, output: { message: 'Hello, Ada.' } })

  const recorded = await read(submission, [greet('Ada'), greet('Ben')])

  expect(recorded).toMatchObject([
    { title: 'Ada', output: { message: 'Hello, Ada.' }, ran: { durationMs: 12 } },
    { title: 'Ben', output: { message: 'Hello, Ben.' } },
  ])
})

test('the recorded outputs are those of the last submission, not of one that a reviewer sent back', async () => {
  const first = await makeSubmission({ decision: 'CHANGES_REQUESTED' })
  await record(first, { index: 0, output: 'before' })
  const second = await makeSubmission({ version: first.version, decision: 'APPROVED' })
  await record(second, { index: 0, output: 'after' })

  expect(await read(second, [greet('Ada')])).toMatchObject([{ output: 'after' }])
})

test('an example without a recorded output shows the promised one as such; without either, none', async () => {
  const submission = await makeSubmission()
  await record(submission, { index: 1, state: 'failed' })

  const recorded = await read(submission, [greet('Ada', 'Hello, Ada.'), greet('Ben')])

  expect(recorded).toEqual([{ title: 'Ada', output: 'Hello, Ada.' }])
})

test('recorded outputs that would make the page heavy are left out', async () => {
  const submission = await makeSubmission()
  await record(submission, { index: 0, output: 'a'.repeat(300_000) })
  await record(submission, { index: 1, output: 'small' })

  expect(await read(submission, [greet('Ada'), greet('Ben')])).toMatchObject([{ title: 'Ben' }])
})
