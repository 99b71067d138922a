'use server'

import { setRetention } from '#lib/organisations/retention-setting.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

/** Sets after how many days runs lose their content; null means never. Public endpoint: arguments are untrusted. */
export async function saveRetention(days: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => setRetention(ctx, { days }))
}
