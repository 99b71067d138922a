/** The encrypted contents of recordings, for the rotation of the master key. */
import type { Database } from '../../kernel/db/prisma-client.ts'

type WrappedRecording = { organisationId: string; id: string; sealed: Uint8Array<ArrayBuffer>; keyId: string }

export async function countRecordingsByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.exampleRecording.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.map(({ keyId, _count }) => [keyId, _count]))
}

/** One has up to several megabytes. */
const BATCH = 5

/** Returns a few of them, after the one with the id `after`. */
export async function listRecordingsWrappedBy(
  db: Database,
  keyId: string,
  after = '',
): Promise<WrappedRecording[]> {
  const rows = await db.exampleRecording.findMany({
    where: { keyId, id: { gt: after } },
    select: { id: true, sealed: true },
    orderBy: { id: 'asc' },
    take: BATCH,
  })
  return rows.map((row) => ({ ...row, organisationId: '', keyId }))
}

/** Returns false if the recording was deleted or has another key already. */
export async function rewrapRecording(
  db: Database,
  { id, keyId }: Pick<WrappedRecording, 'id' | 'keyId'>,
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  const { count } = await db.exampleRecording.updateMany({ where: { id, keyId }, data: wrapped })
  return count === 1
}

/** The same of past runs. */
export async function countReplayRecordingsByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.replayRecording.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.map(({ keyId, _count }) => [keyId, _count]))
}

export async function listReplayRecordingsWrappedBy(
  db: Database,
  keyId: string,
  after = '',
): Promise<WrappedRecording[]> {
  const rows = await db.replayRecording.findMany({
    where: { keyId, runId: { gt: after } },
    select: { runId: true, organisationId: true, sealed: true },
    orderBy: { runId: 'asc' },
    take: BATCH,
  })
  return rows.map(({ runId, ...row }) => ({ ...row, id: runId, keyId }))
}

export async function rewrapReplayRecording(
  db: Database,
  { id, keyId }: Pick<WrappedRecording, 'id' | 'keyId'>,
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  const { count } = await db.replayRecording.updateMany({ where: { runId: id, keyId }, data: wrapped })
  return count === 1
}
