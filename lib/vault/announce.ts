/** What processes tell each other about vaults. Floor 3; a hint to look at the files again, never news in itself. */
import { folderOf, nameOf } from '../contract/vault/vault-path.ts'
import type { Tx } from '../db/client.ts'
import { listen, notify } from '../db/notifications.ts'
import type { FileChange } from '../db/vault-journal.ts'
import type { VaultWriter } from './vault.ts'

export type VaultAnnouncement = {
  organisationId: string
  /** Absent when much has changed at once: anything may have. */
  path?: string
  /** Null for a folder, and for what is gone from there. */
  etag: string | null
  /** Where it was before, when it has moved; what is below a folder moved along. */
  fromPath?: string
  by: { userId: string; runId: string | null }
}

const CHANNEL = 'guildhall_vault'

/** More than this is told as one. */
const TOLD_ONE_BY_ONE = 10

/** Heard once the transaction is done. */
export async function announceChanges(
  tx: Tx,
  { organisationId, userId, cause }: VaultWriter,
  changes: readonly FileChange[],
): Promise<void> {
  const by = { userId, runId: cause?.runId ?? null }
  const tell = (announcement: VaultAnnouncement) => notify(tx, CHANNEL, JSON.stringify(announcement))
  const told = withoutImplied(changes)
  if (told.length > TOLD_ONE_BY_ONE) return tell({ organisationId, etag: null, by })
  for (const { before, after } of told) {
    const path = (after ?? before)?.path
    const hasMoved = before && after && before.path !== after.path
    const from = hasMoved ? { fromPath: before.path } : {}
    await tell({
      organisationId,
      ...(path !== undefined && { path }),
      etag: after?.etag ?? null,
      ...from,
      by,
    })
  }
}

/** Without what only moved along with its folder: a folder of thousands of files that moves is one move. */
function withoutImplied(changes: readonly FileChange[]): FileChange[] {
  const folders = new Map<string, string>()
  for (const { isFolder, before, after } of changes)
    if (isFolder && before && after && before.path !== after.path) folders.set(before.path, after.path)
  return changes.filter(({ before, after }) => {
    if (!before || !after || before.etag !== after.etag || nameOf(before.path) !== nameOf(after.path))
      return true
    const folder = folders.get(folderOf(before.path))
    return folder === undefined || folder !== folderOf(after.path)
  })
}

/** Calls `hear` for each change in this vault, and with null when some may have been missed. Returns how to stop. */
export function hearVault(
  organisationId: string,
  hear: (announcement: VaultAnnouncement | null) => void,
): Promise<() => void> {
  return listen(CHANNEL, (payload) => {
    // Only `announceChanges` writes to the channel.
    const heard = payload === null ? null : (JSON.parse(payload) as VaultAnnouncement)
    if (heard === null || heard.organisationId === organisationId) hear(heard)
  })
}
