'use server'

import { setRetention } from '#lib/organisations/retention-setting.ts'
import { type ActionResult, actionResultWith } from '#lib/protocols/http/responses/action-result.ts'

/** Null disables deletion. Public endpoint: arguments are untrusted. */
export async function saveRetention(days: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, (ctx) => setRetention(ctx, { days }))
}
