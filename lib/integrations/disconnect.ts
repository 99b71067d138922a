import { recordAudit } from '../audit/audit-log.ts'
import type { Context } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField } from '../kernel/validation/text-fields.ts'
import { requireConnector } from './connections.ts'
import { openCredential } from './credentials.ts'
import { attemptRevocation, enqueueRevocation } from './retry-revocations.ts'
import type { Revocation } from './revoke-credential.ts'
import * as store from './rows/connection-rows.ts'
import { findProviderRow } from './rows/provider-rows.ts'

/**
 * Deletes all consents too, and revokes it at the provider, again later if that fails. Throws POLICY_DENIED for members
 * and keys, NOT_FOUND if nothing is connected.
 */
export async function disconnect(ctx: Context, slug: unknown): Promise<{ revocation: Revocation }> {
  const viewer = requireConnector(ctx)
  const { organisationId } = viewer
  const [row] = await store.listConnectionRows(ctx.db, organisationId, [parseFields(IdField, slug)])
  if (!row) throw new AppError('NOT_FOUND', { message: 'This account has already been disconnected.' })
  const [provider, credential] = await Promise.all([
    findProviderRow(ctx.db, row.providerSlug),
    openCredential(ctx.db, row.id),
  ])
  const revocationId = await ctx.db.$transaction(async (tx) => {
    if (!(await store.deleteConnection(tx, row, { withUses: true }))) return null
    const subject = { subjectType: 'integration' as const, subjectId: row.id, subject: row.providerSlug }
    await recordAudit(tx, {
      actor: viewer,
      action: 'integration.disconnect',
      ...subject,
      data: { organisationId },
    })
    return provider?.kind === 'oauth2' && credential ? enqueueRevocation(tx, row, credential) : null
  })
  if (revocationId === null) return { revocation: 'unsupported' }
  return { revocation: await attemptRevocation(ctx.db, revocationId, row.providerSlug) }
}
