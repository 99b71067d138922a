'use server'

import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { setNoticePreference } from '#lib/notices/notice-preferences.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

export async function savePreference(preference: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => setNoticePreference(await contextFromCookie(), preference))
}
