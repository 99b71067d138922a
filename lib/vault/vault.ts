/**
 * The vault as a service meets it: whose files, and for whom and why something is done to them. Floor 3.
 *
 * Services of this folder take it first, in place of a Context: a page or a route opens it (`openVault`), and a
 * tool, which acts for a run, opens it from the world it works in (`vaultOfTool`, lib/tools/tool-vault.ts).
 * Source: specification "First-party tools and plans", Vault.
 */
import { type Context, requireScope, requireSkillSet, requireViewer } from '../context.ts'
import type { Database } from '../db/client.ts'

/** What reading takes. */
export type Vault = { db: Database; organisationId: string }

/** What writing takes. */
export type VaultWriter = Vault & {
  userId: string
  cause?: VaultCause
  /** Find out what would happen, and change nothing. */
  dryRun?: boolean
  /** Aborted when whoever asked has stopped waiting: from then on nothing is changed. */
  signal?: AbortSignal
}

/**
 * Why something is written, for the journal.
 *
 * With `runId` a write happens at most once: the journal has one operation for (runId, ordinal), kept in the same
 * transaction as the write, together with what the write gave back. When the same call is made again, because its
 * worker died after the commit and before the run was recorded, it gets that output and writes nothing. Plans rely on
 * it: an attempt of a step is one run, so repeating the attempt under the same run id is safe, while a new attempt
 * has a new run and writes anew. A run that writes several times numbers its writes by `ordinal`.
 */
export type VaultCause = {
  runId?: string
  ordinal?: number
  planRunId?: string
  stepId?: string
  note?: string
}

/**
 * The files of the organisation that the viewer acts for. Throws UNAUTHENTICATED; POLICY_DENIED for a key without "read", and
 * for one that is for some SkillSets only: it may not call the tools `vault.*` either.
 */
export function openVault(ctx: Context): Vault {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read')
  requireSkillSet(ctx, 'vault')
  return { db: ctx.db, organisationId }
}

/** The same, to write. Throws as `openVault`, for a key without "write". */
export function openVaultToWrite(ctx: Context, cause?: VaultCause): VaultWriter {
  const { organisationId, userId } = requireViewer(ctx)
  requireScope(ctx, 'write')
  requireSkillSet(ctx, 'vault')
  return { db: ctx.db, organisationId, userId, ...(cause && { cause }) }
}
