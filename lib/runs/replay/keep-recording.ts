/**
 * Keeps what the run of an organisation that agreed asks of the world, so that a later version can be tried on it. The
 * run itself is as any other: a recording that is too large, cannot be stored, or would take the room of later runs is none.
 */
import { requireRoomForRecording } from '../../blobs/quotas/storage-limits.ts'
import { replayLocation } from '../../config/sealing.ts'
import { laneOf } from '../../contracts/document/skill-limits.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import { isSealed } from '../finish/sealed-run.ts'
import type { RecordedRun } from '../resolve/runnable.ts'
import { insertReplayRecording } from '../rows/replay-recordings.ts'
import { keepUploaded, sealRecording, withUploadedBody } from './sealed-recording.ts'

/** Whether its runs depend on anything but their input, so that a replay needs a recording. */
export function dependsOnWorld({ permissions = {}, configDefinitions = [] }: SkillSetDocument): boolean {
  return configDefinitions.length > 0 || Object.values(permissions).some((list) => list.length > 0)
}

export type ReplayRecorder = {
  /** The run with its recording switched on. */
  recorded: RecordedRun
  /** Stores the recording after the end of the run. Never rejects. */
  store(): Promise<void>
}

/** Returns null for a run that is not recorded. */
export function openReplayRecorder(db: Database, recorded: RecordedRun): ReplayRecorder | null {
  const { runnable, row, dryRun, recordingMode } = recorded
  const { organisationId, skillSetId } = row
  const isCandidate =
    runnable.agreesToReplays &&
    runnable.mode === 'production' &&
    !dryRun &&
    !recordingMode &&
    laneOf(runnable.skill) === 'quick'
  const needsRecording = dependsOnWorld(runnable.document) || row.inputBlobs.length > 0
  if (!isCandidate || !needsRecording || skillSetId === null || isSealed(row)) return null
  let found: RunRecording | undefined
  const onRecorded = (recording: RunRecording) => {
    found = recording
  }
  return {
    recorded: { ...recorded, recordingMode: { kind: 'record', isOptional: true, onRecorded } },
    async store() {
      if (!found) return
      const text = JSON.stringify(found)
      const { body, ...sealed } = sealRecording(replayLocation(organisationId, row.id), text)
      const recording = { runId: row.id, organisationId, skillSetId, ...sealed }
      await withUploadedBody(db, { body }, (uploaded) =>
        insertReplayRecording(db, recording, {
          keepContent: (tx) => keepUploaded(tx, uploaded),
          requireRoom: (tx) => requireRoomForRecording(tx, organisationId, sealed.sizeBytes),
        }),
      ).catch(logUnlessExpected)
    },
  }
}
