// Recordings of past runs in the database: large ones, their quota, and their end.
import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { sweepBlobs } from '../../blobs/blobs.ts'
import { sumStored } from '../../blobs/rows/storage-entries.ts'
import { replayLocation } from '../../config/sealing.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { agreeToReplays } from '../../publishing/replay/replay-consent.ts'
import { findPastRun } from '../../publishing/rows/replays.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import { contextFor, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { sweepOldRuns } from '../lifecycle/sweep-old-runs.ts'
import type { RecordedRun } from '../resolve/runnable.ts'
import { runToEnd } from '../start/start-run.ts'
import { openReplayRecorder } from './keep-recording.ts'
import { unsealRecording } from './sealed-recording.ts'

const db = database()

beforeEach(() => vi.unstubAllEnvs())

function makeRecording(filler: string): RunRecording {
  const settings = { config: { filler }, secrets: [] }
  return { settings, exchanges: [], calls: [], run: { id: randomUUIDv7(), startedMs: 0 } }
}

/** A run of an organisation that has agreed, and what stores its recording. */
async function makeRecordedRun() {
  const { skillName, skillSet } = await makePublishedVersion()
  const user = await makeUser()
  const ctx = await contextFor(user, { sandbox: returns({ message: 'Hello.' }) })
  await agreeToReplays(ctx, { publisher: skillSet.publisher.handle, skillset: skillSet.slug })
  const { id } = await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
  const row = await db.run.findUniqueOrThrow({ where: { id } })
  const document = { permissions: { network: ['api.example'] } }
  const runnable = { agreesToReplays: true, mode: 'production', document, skill: {} }
  const recorder = openReplayRecorder(db, { row, runnable } as unknown as RecordedRun)
  const mode = recorder?.recorded.recordingMode
  async function keep(recording: RunRecording) {
    if (mode?.kind === 'record') mode.onRecorded(recording)
    await recorder?.store()
    return findPastRun(db, id)
  }
  const { organisationId } = row
  const used = async () => (await sumStored(db, { organisationId }, 'recordings')).organisation
  return { id, organisationId, keep, used }
}

test('the recording of a run is counted, a large one in the content store, until the run is emptied', async () => {
  const { id, organisationId, keep, used } = await makeRecordedRun()
  const before = await used()
  const recording = makeRecording('x'.repeat(2_000_000))

  const past = await keep(recording)

  expect(past?.recording?.content).toMatchObject({ sizeBytes: expect.any(BigInt) })
  const text = await unsealRecording(replayLocation(organisationId, id), past!.recording!)
  expect(JSON.parse(text ?? '')).toEqual(recording)
  expect(await used()).toBe(before + JSON.stringify(recording).length)

  await db.organisation.update({
    where: { id: organisationId },
    data: { purgeRunsBefore: new Date(Date.now() + 1_000) },
  })
  await sweepOldRuns({ db })
  await sweepBlobs({ db })
  expect(await used()).toBe(before)
  expect(await db.blobContent.count({ where: { id: past!.recording!.content!.id } })).toBe(0)
})

test('a recording that exceeds the room of recordings, half of that of runs, is not kept', async () => {
  const { keep, used } = await makeRecordedRun()
  vi.stubEnv('GUILDHALL_RUN_QUOTA_MB', '2')
  const [before, contents] = [await used(), await db.blobContent.count()]

  expect(await keep(makeRecording('x'.repeat(1_900_000)))).toMatchObject({ recording: null })
  expect(await used()).toBe(before)
  expect(await db.blobContent.count()).toBe(contents)
  expect(await keep(makeRecording('x'.repeat(1_000)))).toMatchObject({ recording: { content: null } })
})
