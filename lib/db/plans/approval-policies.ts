import type { Database, Tx } from '../core/prisma-client.ts'
import type { ApprovalPolicy } from '../generated/client.ts'

export type ApprovalPolicyRow = ApprovalPolicy

export function findApprovalPolicy(
  db: Database | Tx,
  organisationId: string,
): Promise<ApprovalPolicyRow | null> {
  return db.approvalPolicy.findUnique({ where: { organisationId } })
}

export async function saveApprovalPolicy(
  tx: Tx,
  { organisationId, ...policy }: Omit<ApprovalPolicyRow, 'updatedAt'>,
): Promise<void> {
  await tx.approvalPolicy.upsert({
    where: { organisationId },
    create: { organisationId, ...policy },
    update: policy,
  })
}
