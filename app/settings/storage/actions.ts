'use server'

import { type ActionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import * as storage from '#lib/storage-quotas/run-storage.ts'

/** Public endpoint: arguments are untrusted. */
export async function freeRuns(days: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, (ctx) => storage.scheduleRunCleanup(ctx, { days }))
}
