/** The runs of a submission's examples: evidence for the reviewer, kept with it. Floor 1. */
import type { Database, Tx } from './client.ts'
import type { Run } from './generated/client.ts'

/** Hands these runs to a submission; one that belongs to another already stays there. */
export async function linkExampleRuns(
  tx: Tx,
  { submissionId, versionId, runIds }: { submissionId: string; versionId: string; runIds: readonly string[] },
): Promise<void> {
  await tx.run.updateMany({
    where: { id: { in: [...runIds] }, submissionId: null },
    data: { submissionId, versionId },
  })
}

/** In the order of the document: skills in turn, each with its examples. */
export function listExampleRuns(db: Database | Tx, submissionId: string): Promise<Run[]> {
  return db.run.findMany({
    where: { submissionId },
    orderBy: [{ skillName: 'asc' }, { exampleIndex: 'asc' }],
  })
}
