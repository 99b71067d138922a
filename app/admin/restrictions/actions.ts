'use server'

import { type ActionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import { liftRestriction } from '#lib/review/decide/restrict.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

/** Public endpoint: arguments are untrusted. */
export async function lift(id: unknown, reason: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ channel: 'review', isPresent: true, refreshes: true }, (ctx) =>
    liftRestriction(ctx, parseFields(IdField, id), reason),
  )
}
