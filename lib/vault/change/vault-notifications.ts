import { listen, sendPgNotification } from '../../kernel/db/notifications.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { folderOf, vaultFileName } from '../model/vault-path.ts'
import type { FileChange } from '../rows/vault-journal.ts'
import type { VaultWriter } from '../vault.ts'

export type VaultNotification = {
  organisationId: string
  path?: string
  etag: string | null
  fromPath?: string
  by: { userId: string; runId: string | null }
}

const CHANNEL = 'guildhall_vault'

/** More changes than this are sent as one notification without paths. */
const MAX_SINGLE_NOTIFICATIONS = 10

export async function notifyVaultChanges(
  tx: Tx,
  { organisationId, userId, cause }: VaultWriter,
  changes: readonly FileChange[],
): Promise<void> {
  const by = { userId, runId: cause?.runId ?? null }
  const send = (announcement: VaultNotification) =>
    sendPgNotification(tx, CHANNEL, JSON.stringify(announcement))
  const relevant = withoutImplied(changes)
  if (relevant.length > MAX_SINGLE_NOTIFICATIONS) return send({ organisationId, etag: null, by })
  for (const { before, after } of relevant) {
    const path = (after ?? before)?.path
    const hasMoved = before && after && before.path !== after.path
    const from = hasMoved ? { fromPath: before.path } : {}
    await send({
      organisationId,
      ...(path !== undefined && { path }),
      etag: after?.etag ?? null,
      ...from,
      by,
    })
  }
}

/** Returns the changes without what moved along with its folder, so that a large folder is one change. */
function withoutImplied(changes: readonly FileChange[]): FileChange[] {
  const folders = new Map<string, string>()
  for (const { isFolder, before, after } of changes)
    if (isFolder && before && after && before.path !== after.path) folders.set(before.path, after.path)
  return changes.filter(({ before, after }) => {
    if (
      !before ||
      !after ||
      before.etag !== after.etag ||
      vaultFileName(before.path) !== vaultFileName(after.path)
    )
      return true
    const folder = folders.get(folderOf(before.path))
    return folder === undefined || folder !== folderOf(after.path)
  })
}

/** Calls `onChange` with each change of the vault, and with null if some may have been missed. */
export function subscribeToVault(
  organisationId: string,
  onChange: (announcement: VaultNotification | null) => void,
): Promise<() => void> {
  return listen(CHANNEL, (payload) => {
    const notification = payload === null ? null : (JSON.parse(payload) as VaultNotification)
    if (notification === null || notification.organisationId === organisationId) onChange(notification)
  })
}
