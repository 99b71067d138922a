'use server'

import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { setNoticePreference } from '#lib/notices/notice-preferences.ts'

export async function savePreference(preference: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => setNoticePreference(ctx, preference))
}
