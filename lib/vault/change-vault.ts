/**
 * The one way to change a vault: one transaction that holds it, from looking to the last line of the journal. Floor 3.
 *
 * Of two who write at once the second sees what the first has done, so an etag or a quota that was right when it was
 * looked at is right when it counts. Content is kept before (`keep-content.ts`), so the transaction is short whatever
 * the size. Source: specification "First-party tools and plans", Vault.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Json } from '../contract/json/json.ts'
import { toStorable } from '../contract/json/storable.ts'
import { sizeWords } from '../contract/market/size-words.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { Tx } from '../db/client.ts'
import { holdContents } from '../db/vault-contents.ts'
import { lockVault, type VaultTotals } from '../db/vault-files.ts'
import {
  applyChanges,
  type FileChange,
  findOutputOf,
  type OperationKind,
  totalsAfter,
} from '../db/vault-journal.ts'
import { trimHistory } from '../db/vault-retention.ts'
import { AppError } from '../errors.ts'
import { announceChanges } from './announce.ts'
import { effectsOf } from './effects-of.ts'
import { forgetForGood } from './forget.ts'
import type { VaultWriter } from './vault.ts'
import { type VaultLimits, vaultLimits } from './vault-limits.ts'

/** The vault while nobody else can change it. */
export type HeldVault = { tx: Tx; organisationId: string; operationId: string; now: Date }

export type Planned<Output> = {
  changes: FileChange[]
  output: Output
  /** A deletion that can be taken back from the trash … */
  isTrash?: boolean
  /** … or one that forgets what the files were as well. */
  isForGood?: boolean
}

/** `effects` are what changed; what would have, in a dry run. */
export type Written<Output> = Output & { effects: Effects }

/** Not to the last byte, so that not every write trims. */
const TRIMMED_TO = 0.8

const PATIENCE = { maxWait: 20_000, timeout: 60_000 }

/**
 * Does what `plan` makes of the vault as it is, once: see `VaultCause`. No changes are no operation.
 *
 * Throws what `plan` throws, PRECONDITION_FAILED for more than the organisation's vault may hold, and the signal's
 * reason when it was aborted meanwhile.
 */
export async function changeVault<Output extends object>(
  vault: VaultWriter,
  kind: OperationKind,
  plan: (held: HeldVault) => Promise<Planned<Output>>,
): Promise<Written<Output>> {
  const written = await tryToChange(vault, kind, plan)
  if (!written) throw new Error('A plan that always has something to do had nothing.')
  return written
}

/** The same, where `plan` may find that it was made for a vault of before; then null. */
export async function tryToChange<Output extends object>(
  vault: VaultWriter,
  kind: OperationKind,
  plan: (held: HeldVault) => Promise<Planned<Output> | null>,
): Promise<Written<Output> | null> {
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
    const written = { ...planned.output, effects: effectsOf(changes) }
    const limits = vaultLimits()
    requireRoom(totals, totalsAfter(totals, changes), limits)
    if (dryRun || changes.length === 0) return written
    await requireContents(tx, organisationId, changes)
    // A caller's own words, which may be anything.
    const note = why.note === undefined ? {} : { note: toStorable(why.note) }
    const operation = { id, organisationId, kind, userId, ...why, ...note, ordinal, isTrash, createdAt: now }
    const output = written as unknown as Json
    const after = await applyChanges(tx, { operation: { ...operation, output }, changes, totals })
    if (isForGood) await forgetForGood(tx, vault, forgottenBy(changes))
    else if (after.historyBytes > limits.historyBytes)
      await trimHistory(tx, organisationId, limits.historyBytes * TRIMMED_TO)
    await announceChanges(tx, vault, changes)
    // The last moment before it counts: whoever stopped waiting has told that nothing was changed.
    signal?.throwIfAborted()
    return written
  }, PATIENCE)
}

/** What the same call has done already, under the same run; null when it is the first. */
export async function findEarlier<Output>(
  { organisationId, cause }: VaultWriter,
  tx: Pick<Tx, 'vaultOperation'>,
): Promise<Written<Output> | null> {
  if (!cause?.runId) return null
  const earlier = await findOutputOf(tx, { runId: cause.runId, ordinal: cause.ordinal ?? 0 })
  // Kept by `changeVault`, with this call's output.
  return earlier?.organisationId === organisationId ? (earlier.output as unknown as Written<Output>) : null
}

function forgottenBy(changes: readonly FileChange[]): { fileIds: string[]; paths: string[] } {
  const { deleted = [] } = effectsOf(changes)
  return { fileIds: changes.map(({ fileId }) => fileId), paths: deleted }
}

function requireRoom(before: VaultTotals, after: VaultTotals, limits: VaultLimits): void {
  if (after.usedBytes > limits.quotaBytes && after.usedBytes > before.usedBytes) {
    throw new AppError('PRECONDITION_FAILED', {
      message: `The vault of your organisation can hold ${sizeWords(limits.quotaBytes)}, and this would be ${sizeWords(after.usedBytes)}.`,
      suggestedAction: 'Delete files that are not needed any more, or write less.',
    })
  }
  if (after.fileCount > limits.files && after.fileCount > before.fileCount) {
    throw new AppError('PRECONDITION_FAILED', {
      message: `The vault of your organisation can hold ${limits.files} files and folders, and this would be ${after.fileCount}.`,
      suggestedAction: 'Delete files that are not needed any more.',
    })
  }
}

/** They cannot go while the transaction lasts, and afterwards they are meant. */
async function requireContents(
  tx: Tx,
  organisationId: string,
  changes: readonly FileChange[],
): Promise<void> {
  const etags = [...new Set(changes.flatMap(({ after }) => after?.etag ?? []))]
  const held = etags.length === 0 ? new Set() : await holdContents(tx, organisationId, etags)
  const lost = etags.find((etag) => !held.has(etag))
  if (lost)
    throw new Error(`Content ${lost} of organisation ${organisationId} was swept before it was meant.`)
}
