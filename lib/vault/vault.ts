import { type Context, requireScope, requireSkillSet, requireViewer } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'

export type Vault = { db: Database; organisationId: string }

export type VaultWriter = Vault & {
  userId: string
  cause?: VaultCause
  dryRun?: boolean
  /** The caller's signal: once it is aborted, the change is not made. */
  signal?: AbortSignal
}

/**
 * With `runId` a write happens once: the journal has one operation per (runId, ordinal), with its output. A repeated
 * call, after a worker died, gets that output. `ordinal` numbers the writes of a run.
 */
export type VaultCause = {
  runId?: string
  ordinal?: number
  planRunId?: string
  stepId?: string
  note?: string
}

/**
 * Returns the vault of the viewer's organisation, to read. Throws UNAUTHENTICATED, and POLICY_DENIED for a key without
 * “read” or limited to SkillSets.
 */
export function openVault(ctx: Context): Vault {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read')
  requireSkillSet(ctx, 'vault')
  return { db: ctx.db, organisationId }
}

/** Returns the vault to write in. Throws as `openVault`, and POLICY_DENIED for a key without “write”. */
export function openVaultToWrite(ctx: Context, cause?: VaultCause): VaultWriter {
  const { organisationId, userId } = requireViewer(ctx)
  requireScope(ctx, 'write')
  requireSkillSet(ctx, 'vault')
  return { db: ctx.db, organisationId, userId, ...(cause && { cause }) }
}
