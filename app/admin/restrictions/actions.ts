'use server'

import { requireAdmin } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import * as restrictions from '#lib/publishing/review/decide/restrict.ts'

/** Public endpoint: arguments are untrusted. */
export async function liftRestriction(id: unknown, reason: unknown): Promise<ActionResult<void>> {
  return performAction(
    { channel: 'review', authorize: requireAdmin, requiresRecentAuth: true, refreshes: true },
    (ctx) => restrictions.liftRestriction(ctx, parseFields(IdField, id), reason),
  )
}
