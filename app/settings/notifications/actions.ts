'use server'

import { type ActionResult, actionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import { setNoticePreference } from '#lib/notices/notice-preferences.ts'
import type { NewWebhook } from '#lib/webhooks/manage-webhooks.ts'
import * as webhook from '#lib/webhooks/notice-webhook.ts'

export async function savePreference(preference: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => setNoticePreference(ctx, preference))
}

export async function setWebhook(given: unknown): Promise<ActionResult<NewWebhook>> {
  return actionResultWith({ isPresent: true, refreshes: true }, (ctx) => webhook.setNoticeWebhook(ctx, given))
}

export async function removeWebhook(): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, webhook.removeNoticeWebhook)
}

export async function resumeWebhook(): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, webhook.resumeNoticeWebhook)
}
