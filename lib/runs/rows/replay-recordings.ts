import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type ConsentKey = { organisationId: string; skillSetId: string }

/** `keepContent` returns the id of the content of a large recording; `requireRoom` throws if there is no room for it. */
type RecordingStorage = {
  keepContent(tx: Tx): Promise<string | null>
  requireRoom(tx: Tx): Promise<void>
}

/**
 * Keeps what a run asked of the world, if its organisation still agrees and still has the content of the run; otherwise does
 * nothing.
 */
export async function insertReplayRecording(
  db: Database,
  recording: ConsentKey & {
    runId: string
    sealed: Uint8Array<ArrayBuffer>
    keyId: string
    sizeBytes: number
  },
  { keepContent, requireRoom }: RecordingStorage,
): Promise<void> {
  const { runId, ...key } = recording
  await db.$transaction(async (tx) => {
    // A withdrawal that waits for this lock deletes the recording, too.
    const agreed = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "ReplayConsent" WHERE "organisationId" = ${key.organisationId}
        AND "skillSetId" = ${key.skillSetId} FOR SHARE`
    const stored = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Run" WHERE "id" = ${runId} AND "purgedAt" IS NULL FOR SHARE`
    if (agreed.length === 0 || stored.length === 0) return
    await requireRoom(tx)
    const contentId = await keepContent(tx)
    await tx.replayRecording.createMany({ data: { ...recording, contentId }, skipDuplicates: true })
  })
}
