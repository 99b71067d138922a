'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { setRetention } from '#lib/organisations/retention-setting.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

/** Null disables deletion. Public endpoint: arguments are untrusted. */
export async function saveRetention(days: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await setRetention(await contextFromCookie(), { days })
    refresh()
  })
}
