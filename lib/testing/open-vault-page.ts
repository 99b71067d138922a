import { database } from '../kernel/db/prisma-client.ts'
import type { WorkspaceOwner } from '../vault/workspace/workspace-view.ts'

/** As if the person had the Vault page open, for editor tools. It stays open, however long a test takes. */
export async function openVaultPage({ userId, organisationId }: WorkspaceOwner): Promise<void> {
  const page = { userId, organisationId, showsVault: true, seenAt: new Date('2100-01-01') }
  const id = `page-of-${userId}-${organisationId}`
  await database().openPage.upsert({ where: { id }, create: { id, ...page }, update: page })
}
