/** A new name for an organisation. Floor 3. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { nameField } from '../contract/market/name-field.ts'
import { renameOrganisation as storeName } from '../db/organisations.ts'
import { requireSharedAdmin } from './require-shared.ts'

/**
 * Renames the organisation the viewer acts for. Throws UNAUTHENTICATED, POLICY_DENIED for plain members,
 * PRECONDITION_FAILED for somebody's own organisation (it bears their name), INVALID_INPUT.
 */
export async function renameOrganisation(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { name } = parseWith(z.object({ name: nameField }), given)
  await ctx.db.$transaction(async (tx) => {
    await storeName(tx, viewer.organisationId, name)
    await recordAudit(tx, {
      actor: viewer,
      action: 'organisation.rename',
      subjectType: 'organisation',
      subjectId: viewer.organisationId,
      subject: name,
      data: { from: viewer.organisationName },
    })
  })
}
