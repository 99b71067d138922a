'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import * as storage from '#lib/storage-quotas/run-storage.ts'

/** Public endpoint: arguments are untrusted. */
export async function freeRuns(days: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await storage.scheduleRunCleanup(await contextFromCookie(), { days })
    refresh()
  })
}
