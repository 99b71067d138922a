import { recordAudit } from '../../audit/audit-log.ts'
import { findNames } from '../../db/accounts/users.ts'
import type { Tx } from '../../db/core/prisma-client.ts'
import { deleteFileHistory } from '../../db/vault/vault-retention.ts'
import type { VaultWriter } from '../vault.ts'

type DeletedFiles = {
  fileIds: readonly string[]
  paths: readonly string[]
}

/** Call in the deletion's transaction. The next sweep deletes the content. */
export async function deleteHistoryPermanently(
  tx: Tx,
  { organisationId, userId, cause }: VaultWriter,
  { fileIds, paths }: DeletedFiles,
): Promise<void> {
  if (fileIds.length === 0) return
  await deleteFileHistory(tx, organisationId, fileIds)
  const name = (await findNames(tx, [userId])).get(userId) ?? 'someone'
  const [first = '', ...more] = paths
  await recordAudit(tx, {
    actor: { userId, name },
    action: 'vault.forget',
    subjectType: 'vault',
    subjectId: organisationId,
    subject: more.length > 0 ? `${first} and ${more.length} more` : first,
    data: { files: fileIds.length, ...(cause?.runId && { runId: cause.runId }) },
  })
}
