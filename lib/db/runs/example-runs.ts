import type { Database, Tx } from '../core/prisma-client.ts'
import type { Run } from '../generated/client.ts'

/** Assigns runs to a submission; a run of another submission is left there. */
export async function linkExampleRuns(
  tx: Tx,
  { submissionId, versionId, runIds }: { submissionId: string; versionId: string; runIds: readonly string[] },
): Promise<void> {
  await tx.run.updateMany({
    where: { id: { in: [...runIds] }, submissionId: null },
    data: { submissionId, versionId },
  })
}

export function listExampleRuns(db: Database | Tx, submissionId: string): Promise<Run[]> {
  return db.run.findMany({
    where: { submissionId },
    orderBy: [{ skillName: 'asc' }, { exampleIndex: 'asc' }],
  })
}
