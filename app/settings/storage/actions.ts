'use server'

import * as storage from '#lib/blobs/quotas/run-storage.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

/** Public endpoint: arguments are untrusted. */
export async function scheduleRunCleanup(days: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => storage.scheduleRunCleanup(ctx, { days }))
}
