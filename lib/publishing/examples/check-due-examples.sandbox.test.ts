// The nightly and weekly checks of published examples.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { contextFor, makeAdmin } from '../../testing/factories.ts'
import {
  makeOpenTotals,
  makeTotals,
  makeTotalsDraft,
  setUpTotals,
} from '../../testing/setup/catalog/recorded-examples.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { listExampleHealth } from '../rows/version-examples.ts'
import { checkDueExamples } from './check-due-examples.ts'
import { openContent, sealContent } from './recordings.ts'

const db = database()
const host = setUpTotals()
const services = { db, sandbox: connectSandbox() }
const DAY_MS = 86_400_000

async function publish(document = makeTotals()) {
  const draft = await makeTotalsDraft(document)
  const recordingId = await draft.keep()
  const submitted = await submitDraft(draft.owner, { skillSetId: draft.skillSetId })
  if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
  const { versionId, submissionId } = submitted
  await approve(await contextFor(await makeAdmin()), { submissionId, reason: '' })
  const health = async () => (await listExampleHealth(db, { versionId, skillSlug: 'totals' }))[0]
  /** Performs the checks that are due after so many nights. */
  const pass = async (nights: number) => {
    // Only this version's, since other tests have examples, too.
    await db.versionExample.updateMany({
      where: { versionId: { not: versionId } },
      data: { offlineAt: new Date(Date.now() + 900 * DAY_MS), liveAt: new Date(Date.now() + 900 * DAY_MS) },
    })
    for (let night = 1; night <= nights; night += 1) {
      await db.versionExample.updateMany({
        where: { versionId },
        data: { offlineAt: new Date(Date.now() - DAY_MS - 1) },
      })
      await checkDueExamples(services)
    }
  }
  return { ...draft, recordingId, versionId, health, pass }
}

test('an example passes each night although its host is down, and nothing is recorded, charged or counted', async () => {
  const { health, pass, skillSetId } = await publish()
  expect(await health()).toMatchObject({ offlineResult: 'passed', failedNights: 0, liveResult: null })
  await host.close()
  const before = await db.run.count({ where: { skillSetId } })

  await pass(1)

  expect(await health()).toMatchObject({ offlineResult: 'passed', failedNights: 0, liveResult: 'none' })
  expect(await db.run.count({ where: { skillSetId } })).toBe(before)
  expect(await db.notice.count({ where: { kind: 'example.failing', title: { contains: skillSetId } } })).toBe(
    0,
  )
})

test('an example that fails for three nights tells its publisher once, and is forgiven when it passes', async () => {
  const { recordingId, health, pass, publisher } = await publish()
  const row = await db.exampleRecording.findUniqueOrThrow({ where: { id: recordingId } })
  const content = openContent(row)!
  const { sealed, keyId } = sealContent(recordingId, { ...content, output: { message: 'Done.', total: 11 } })
  await db.exampleRecording.update({ where: { id: recordingId }, data: { sealed, keyId } })
  const told = () => db.notice.findMany({ where: { kind: 'example.failing', userId: publisher.owner.id } })

  await pass(2)
  expect(await told()).toEqual([])
  await pass(2)

  expect(await health()).toMatchObject({ offlineResult: 'failed', failedNights: 4 })
  expect(await told()).toMatchObject([{ body: expect.stringContaining('/total') }])
  await db.exampleRecording.update({
    where: { id: recordingId },
    data: { sealed: row.sealed, keyId: row.keyId },
  })
  await pass(1)
  expect(await health()).toMatchObject({ offlineResult: 'passed', failedNights: 0 })
})

test('a changed answer of the host is drift of the world, named by its path, and the recording passes', async () => {
  const { health, pass } = await publish(makeOpenTotals())
  host.total = 12

  await pass(1)

  expect(await health()).toMatchObject({
    offlineResult: 'passed',
    liveResult: 'drifted',
    liveDetails: ['/total'],
  })
})

test('an unchanged host passes the live check', async () => {
  const { health, pass } = await publish(makeOpenTotals())

  await pass(1)

  expect(await health()).toMatchObject({ offlineResult: 'passed', liveResult: 'passed', liveDetails: [] })
})
