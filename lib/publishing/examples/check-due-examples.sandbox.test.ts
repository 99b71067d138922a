// The nightly and weekly checks of published examples.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { contextFor, makeAdmin, makeUser } from '../../testing/factories.ts'
import {
  makeOpenTotals,
  makeTotals,
  makeTotalsDraft,
  READ_TOTAL,
  setUpTotals,
} from '../../testing/setup/catalog/recorded-examples.ts'
import { SECRET } from '../../testing/setup/catalog/test-settings.ts'
import { listExampleChecks } from '../drafts/list-example-checks.ts'
import { lendTestSettings } from '../drafts/test-settings.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { listExampleHealth } from '../rows/version-examples.ts'
import { checkDueExamples } from './check-due-examples.ts'
import { openContent, sealContent } from './recordings.ts'

const db = database()
const host = setUpTotals()
const services = { db, sandbox: connectSandbox() }

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

test('a version that is being rolled out is checked each night, while the catalogue lists the one before', async () => {
  const { versionId, skillSetId, pass } = await publish()
  await db.catalogEntry.deleteMany({ where: { versionId } })
  await db.rollout.create({ data: { versionId, skillSetId } })
  const before = new Date()

  await pass(1)

  const [checked] = await db.versionExample.findMany({ where: { versionId } })
  expect(checked!.offlineAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
})

test('an example that fails for three nights tells its publisher once, and is forgiven when it passes', async () => {
  const { recordingId, health, pass, publisher } = await publish()
  const row = await db.exampleRecording.findUniqueOrThrow({ where: { id: recordingId } })
  const content = (await openContent({ ...row, content: null }))!
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

test('an example that asks for today and names its run is answered as on the day when it was recorded', async () => {
  const document = makeTotals({
    definition: READ_TOTAL.replace(
      "'https://chat.example/totals'",
      "'https://chat.example/totals?day=' + new Date().toISOString().slice(0, 10) + '&run=' + context.runId",
    ).replace('config }', 'config, context }'),
  })
  const { recordingId, health, pass } = await publish(document)
  const row = await db.exampleRecording.findUniqueOrThrow({ where: { id: recordingId } })
  const { recording, ...content } = (await openContent({ ...row, content: null }))!
  expect(recording.exchanges[0]?.url).toContain(`&run=${recording.run?.id}`)
  const run = { id: 'run_of-last-year', startedMs: Date.parse('2025-03-01T23:00:00Z') }
  const url = 'https://chat.example/totals?day=2025-03-01&run=run_of-last-year'
  const exchanges = recording.exchanges.map((exchange) => ({ ...exchange, url }))
  const { sealed, keyId } = sealContent(recordingId, {
    ...content,
    recording: { ...recording, exchanges, run },
  })
  await db.exampleRecording.update({ where: { id: recordingId }, data: { sealed, keyId } })

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

test('an example with a secret runs live only while its publisher lends the test settings, and only to their hosts', async () => {
  const { health, pass, owner, skillSetId } = await publish()
  const lend = (forLiveChecks: boolean) => lendTestSettings(owner, { skillSetId, forLiveChecks })
  const makeDue = () => db.versionExample.updateMany({ data: { liveAt: null } })
  host.authorizations = []

  await pass(1)
  expect(await health()).toMatchObject({ liveResult: 'none' })
  expect(host.authorizations).toEqual([])

  await lend(true)
  await makeDue()
  await pass(1)
  expect(await health()).toMatchObject({ liveResult: 'passed', liveDetails: [] })
  expect(host.authorizations).toEqual([`Bearer ${SECRET}`])

  await db.testConfigValue.updateMany({
    where: { skillSetId },
    data: { consentedUses: ['another.example'] },
  })
  await makeDue()
  await pass(1)
  expect(await health()).toMatchObject({ liveResult: 'none' })
  await db.testConfigValue.updateMany({ where: { skillSetId }, data: { consentedUses: ['chat.example'] } })

  await lend(false)
  await makeDue()
  await pass(1)
  expect(await health()).toMatchObject({ liveResult: 'none' })
  expect(host.authorizations).toHaveLength(1)
})

test('the error of a live check with a lent secret does not contain it', async () => {
  const { pass, health, owner, skillSetId } = await publish(
    makeTotals({
      definition: READ_TOTAL.replace(
        'return {',
        "if (total !== 10) throw new Error('Sent ' + token)\n  return {",
      ),
    }),
  )
  await lendTestSettings(owner, { skillSetId, forLiveChecks: true })
  host.total = 12

  await pass(1)

  expect(await health()).toMatchObject({
    liveResult: 'drifted',
    liveDetails: [expect.stringContaining('Sent ')],
  })
  const [check] = await listExampleChecks(owner, skillSetId)
  expect(check).toMatchObject({
    live: 'drifted',
    places: { code: [], world: [] },
    errors: { live: expect.stringContaining('Sent ') },
  })
  expect(JSON.stringify(await health())).not.toContain(SECRET)
})

test('the publisher sees which places the world changed and which the code, and others see nothing', async () => {
  const { pass, recordingId, owner, member, skillSetId } = await publish(makeOpenTotals())
  const row = await db.exampleRecording.findUniqueOrThrow({ where: { id: recordingId } })
  const content = (await openContent({ ...row, content: null }))!
  const changed = sealContent(recordingId, {
    ...content,
    output: { ...(content.output as object), message: 'Then.' },
  })
  await db.exampleRecording.update({
    where: { id: recordingId },
    data: { sealed: changed.sealed, keyId: changed.keyId },
  })
  host.total = 12

  await pass(1)

  expect(await listExampleChecks(member, skillSetId)).toMatchObject([
    {
      ...{ skillSlug: 'totals', title: 'All', version: '1.0.0', offline: 'failed', live: 'drifted' },
      places: { code: ['/message'], world: ['/total'] },
      errors: {},
    },
  ])
  expect(await listExampleChecks(owner, skillSetId)).toHaveLength(1)
  const stranger = await contextFor(await makeUser())
  await expect(listExampleChecks(stranger, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
