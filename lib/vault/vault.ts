/** The vault as services receive it, in place of a Context. */
import { type Context, requireScope, requireSkillSet, requireViewer } from '../context/context.ts'
import type { Database } from '../db/core/prisma-client.ts'

export type Vault = { db: Database; organisationId: string }

export type VaultWriter = Vault & {
  userId: string
  cause?: VaultCause
  dryRun?: boolean
  /** After it is aborted, nothing is changed. */
  signal?: AbortSignal
}

/**
 * With `runId` a write happens at most once: the journal has one operation per (runId, ordinal), stored with
 * its output in the write's transaction. A repeated call, after a worker died between commit and recording
 * the run, gets that output. A run that writes several times numbers its writes by `ordinal`.
 */
export type VaultCause = {
  runId?: string
  ordinal?: number
  planRunId?: string
  stepId?: string
  note?: string
}

/**
 * Throws UNAUTHENTICATED; POLICY_DENIED for a key without "read", and for one limited to SkillSets, which may
 * not call `vault.*` tools either.
 */
export function openVault(ctx: Context): Vault {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read')
  requireSkillSet(ctx, 'vault')
  return { db: ctx.db, organisationId }
}

/** Throws as `openVault`, also for a key without "write". */
export function openVaultToWrite(ctx: Context, cause?: VaultCause): VaultWriter {
  const { organisationId, userId } = requireViewer(ctx)
  requireScope(ctx, 'write')
  requireSkillSet(ctx, 'vault')
  return { db: ctx.db, organisationId, userId, ...(cause && { cause }) }
}
