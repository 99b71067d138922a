/**
 * A change is one transaction, with the vault's lock from the first read to the last journal entry; content is stored
 * before. See docs/spec/tools-and-plans.md §1.
 */
import { randomUUIDv7 } from 'node:crypto'
import { findNames } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { requireStorageRoom as requireStorage, storageQuota } from '../../blobs/quotas/storage-limits.ts'
import { sumVaults } from '../../blobs/rows/storage-entries.ts'
import { LONG_TRANSACTION, type Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { paths } from '../../kernel/site/paths.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import { toStorable } from '../../kernel/validation/storable.ts'
import type { Effects } from '../../runs/model/tool-result.ts'
import { folderOf } from '../model/vault-path.ts'
import { lockContents } from '../rows/vault-contents.ts'
import { lockVault, type VaultTotals } from '../rows/vault-files.ts'
import {
  applyFileChanges,
  type FileChange,
  findOutputOf,
  type OperationKind,
  totalsAfter,
} from '../rows/vault-journal.ts'
import { deleteFileHistory, trimHistory } from '../rows/vault-retention.ts'
import type { VaultWriter } from '../vault.ts'
import { type VaultLimits, vaultLimits } from '../vault-usage.ts'
import { notifyAutomations } from './notify-automations.ts'
import { notifyVaultChanges } from './vault-notifications.ts'

export type LockedVault = { tx: Tx; organisationId: string; operationId: string; now: Date }

export type Planned<Output> = {
  changes: FileChange[]
  output: Output
  isTrash?: boolean
  isForGood?: boolean
}

/** In a dry run, the effects that a change would have. */
export type WithEffects<Output> = Output & { effects: Effects }

/** The journal is trimmed to this share of its limit, so that not every write trims it again. */
const TRIMMED_TO = 0.8

/**
 * Changes the vault at most once per cause: see `VaultCause`. Throws what `plan` throws, LIMIT_REACHED if the
 * quota is exceeded, and the signal's reason if it was aborted.
 */
export async function changeVault<Output extends object>(
  vault: VaultWriter,
  kind: OperationKind,
  plan: (locked: LockedVault) => Promise<Planned<Output>>,
): Promise<WithEffects<Output>> {
  const written = await tryToChangeVault(vault, kind, plan)
  if (!written) throw new Error('A plan that always has something to do had nothing.')
  return written
}

/** Returns null if `plan` finds that the vault has changed since it was read. */
export async function tryToChangeVault<Output extends object>(
  vault: VaultWriter,
  kind: OperationKind,
  plan: (locked: LockedVault) => Promise<Planned<Output> | null>,
): Promise<WithEffects<Output> | null> {
  const { db, organisationId, userId, cause: { ordinal = 0, ...why } = {}, dryRun = false, signal } = vault
  return db.$transaction(async (tx) => {
    const totals = await lockVault(tx, organisationId)
    const earlier = await findEarlier<Output>(vault, tx)
    if (earlier) return earlier

    signal?.throwIfAborted()
    const id = randomUUIDv7()
    const now = new Date()
    const planned = await plan({ tx, organisationId, operationId: id, now })
    if (!planned) return null
    const { changes, isTrash = false, isForGood = false } = planned
    const written = { ...planned.output, effects: sumEffects(changes) }
    const limits = await vaultLimits(tx, organisationId)
    const expected = totalsAfter(totals, changes)
    requireVaultRoom(totals, expected, limits)
    const moreBytes = expected.usedBytes - totals.usedBytes
    if (moreBytes > 0) await requireRoomOfPerson(tx, organisationId, { limits, moreBytes })
    if (dryRun || changes.length === 0) return written
    await requireContents(tx, organisationId, changes)
    // A note is free text of the caller, so it may contain what the database cannot store.
    const note = why.note === undefined ? {} : { note: toStorable(why.note) }
    const operation = { id, organisationId, kind, userId, ...why, ...note, ordinal, isTrash, createdAt: now }
    const output = written as Json
    const after = await applyFileChanges(tx, { operation: { ...operation, output }, changes, totals })
    if (isForGood) await deleteHistoryPermanently(tx, vault, listDeletedFiles(changes))
    else if (after.historyBytes > limits.historyBytes)
      await trimHistory(tx, organisationId, limits.historyBytes * TRIMMED_TO)
    await notifyVaultChanges(tx, vault, changes)
    await notifyAutomations(tx, vault, changes)
    // An aborted caller has reported that nothing changed.
    signal?.throwIfAborted()
    return written
  }, LONG_TRANSACTION)
}

/** Returns the result of the first call if this is a repeated one; null if this is the first. */
export async function findEarlier<Output>(
  { organisationId, cause }: VaultWriter,
  tx: Pick<Tx, 'vaultOperation'>,
): Promise<WithEffects<Output> | null> {
  if (!cause?.runId) return null
  const earlier = await findOutputOf(tx, { runId: cause.runId, ordinal: cause.ordinal ?? 0 })
  return earlier?.organisationId === organisationId ? (earlier.output as WithEffects<Output>) : null
}

function listDeletedFiles(changes: readonly FileChange[]): { fileIds: string[]; paths: string[] } {
  const { deleted = [] } = sumEffects(changes)
  return { fileIds: changes.map(({ fileId }) => fileId), paths: deleted }
}

/** Throws LIMIT_REACHED for a change that exceeds a limit; not for one that frees space. */
export function requireVaultRoom(before: VaultTotals, after: VaultTotals, limits: VaultLimits): void {
  if (after.usedBytes > limits.quotaBytes && after.usedBytes > before.usedBytes) {
    throw limitReached('vault_storage', {
      max: limits.quotaBytes,
      used: before.usedBytes,
      message: `Your organisation’s vault is limited to ${formatBytes(limits.quotaBytes)}, and this change would exceed that by ${formatBytes(after.usedBytes - limits.quotaBytes)}.`,
      href: paths.storage,
    })
  }
  if (after.fileCount > limits.files && after.fileCount > before.fileCount) {
    throw limitReached('vault_files', {
      max: limits.files,
      used: before.fileCount,
      message: `Your organisation’s vault is limited to ${limits.files} files and folders, and this change would bring it to ${after.fileCount}.`,
    })
  }
}

/** Checks the quota of the person who created the organisation: all their vaults count, with their undo history. */
async function requireRoomOfPerson(
  tx: Tx,
  organisationId: string,
  { limits: { quotaBytes, historyBytes }, moreBytes }: { limits: VaultLimits; moreBytes: number },
): Promise<void> {
  const { personFactor, except } = await storageQuota(tx, 'vaultQuota', organisationId)
  requireStorage(await sumVaults(tx, { organisationId, except }), moreBytes, {
    quotaBytes: quotaBytes + historyBytes,
    personFactor,
    what: 'vault_storage',
    isPersonOnly: true,
  })
}

async function requireContents(
  tx: Tx,
  organisationId: string,
  changes: readonly FileChange[],
): Promise<void> {
  const etags = [...new Set(changes.flatMap(({ after }) => after?.etag ?? []))]
  const lockedEtags = etags.length === 0 ? new Set() : await lockContents(tx, organisationId, etags)
  const lost = etags.find((etag) => !lockedEtags.has(etag))
  if (lost)
    throw new Error(
      `Content ${lost} of organisation ${organisationId} was deleted by the sweep before it was referenced.`,
    )
}

/**
 * Returns the effects of a change for a person to read. A folder that was deleted or moved is listed without its
 * contents.
 */
function sumEffects(changes: readonly FileChange[]): Effects {
  const created: string[] = []
  const modified: string[] = []
  const deleted: string[] = []
  const renamed: { from: string; to: string }[] = []
  for (const { before, after } of changes) {
    if (!before && after) created.push(after.path)
    if (before && !after) deleted.push(before.path)
    if (!before || !after) continue
    if (before.path !== after.path) renamed.push({ from: before.path, to: after.path })
    if (before.etag !== after.etag) modified.push(after.path)
  }
  const gone = new Set(deleted)
  const moved = new Map(renamed.map(({ from, to }) => [from, to]))
  const topDeleted = deleted.filter((path) => !gone.has(folderOf(path)))
  const topRenamed = renamed.filter(({ from, to }) => moved.get(folderOf(from)) !== folderOf(to))
  return {
    ...(created.length > 0 && { created }),
    ...(modified.length > 0 && { modified }),
    ...(topDeleted.length > 0 && { deleted: topDeleted }),
    ...(topRenamed.length > 0 && { renamed: topRenamed }),
  }
}

type DeletedFiles = {
  fileIds: readonly string[]
  paths: readonly string[]
}

/** Called in the transaction that deletes the organisation. The next sweep deletes the content. */
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
