/** Forgetting files for good: what nothing takes back leaves a line in the audit log, if nowhere else. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/client.ts'
import { findNames } from '../db/users.ts'
import { forgetFiles } from '../db/vault-retention.ts'
import type { VaultWriter } from './vault.ts'

type Forgotten = {
  fileIds: readonly string[]
  /** What a person reads: the path that was deleted. */
  paths: readonly string[]
}

/** In the transaction of the deletion, or of emptying the trash. Their content goes with the next sweep. */
export async function forgetForGood(
  tx: Tx,
  { organisationId, userId, cause }: VaultWriter,
  { fileIds, paths }: Forgotten,
): Promise<void> {
  if (fileIds.length === 0) return
  await forgetFiles(tx, organisationId, fileIds)
  const name = (await findNames(tx, [userId])).get(userId) ?? 'somebody'
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
