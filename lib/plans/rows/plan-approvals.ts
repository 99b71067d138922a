import type { PlanApproval } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'

export type PlanApprovalRow = PlanApproval

/** Returns the steps of a plan run that need no approval any more; all of them in a dry run, which changes nothing. */
export async function listApprovedSteps(
  db: Database | Tx,
  { id, dryRun, document }: { id: string; dryRun: boolean; document: unknown },
): Promise<string[]> {
  if (dryRun) return (document as PlanDocument).steps.map((step) => step.id)
  const rows = await db.planApproval.findMany({
    where: { planRunId: id, state: 'approved' },
    select: { stepId: true },
  })
  return rows.map(({ stepId }) => stepId)
}

export function listApprovals(db: Database | Tx, planRunId: string): Promise<PlanApprovalRow[]> {
  return db.planApproval.findMany({ where: { planRunId }, orderBy: { requestedAt: 'asc' } })
}

/** Returns false if the approval was requested before. */
export async function insertApproval(
  tx: Tx,
  approval: Pick<PlanApproval, 'planRunId' | 'stepId' | 'expiresAt'>,
): Promise<boolean> {
  const inserted = await tx.planApproval.createMany({ data: [approval], skipDuplicates: true })
  return inserted.count === 1
}

type Decision = Partial<Pick<PlanApproval, 'note' | 'decidedById' | 'decidedByName'>> & {
  state: 'approved' | 'refused' | 'expired'
  decidedAt: Date
}

/** Returns false unless the approval was waiting. */
export async function decideApprovalRow(
  tx: Tx,
  { planRunId, stepId }: Pick<PlanApproval, 'planRunId' | 'stepId'>,
  decision: Decision,
): Promise<boolean> {
  const where = { planRunId, stepId, state: 'waiting' }
  return (await tx.planApproval.updateMany({ where, data: decision })).count === 1
}

/** Returns approvals that nobody decided in time, of plan runs that still wait. */
export function listExpiredApprovals(db: Database, now: Date, take: number): Promise<PlanApprovalRow[]> {
  return db.planApproval.findMany({
    where: { state: 'waiting', expiresAt: { lte: now }, planRun: { state: 'waiting' } },
    orderBy: { expiresAt: 'asc' },
    take,
  })
}
