/** What an organisation lets its plans do. Floor 1. */
import type { Database, Tx } from './client.ts'
import type { ApprovalPolicy } from './generated/client.ts'

export type ApprovalPolicyRow = ApprovalPolicy

/** Null where nobody has said anything. */
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
