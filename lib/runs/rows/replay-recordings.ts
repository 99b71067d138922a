import type { Database } from '../../kernel/db/prisma-client.ts'

type ConsentKey = { organisationId: string; skillSetId: string }

/**
 * Keeps what a run asked of the world, if its organisation still agrees and still has the content of the run; otherwise does
 * nothing.
 */
export async function insertReplayRecording(
  db: Database,
  recording: ConsentKey & { runId: string; sealed: Uint8Array<ArrayBuffer>; keyId: string },
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
    await tx.replayRecording.createMany({ data: recording, skipDuplicates: true })
  })
}
