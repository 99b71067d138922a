'use server'

import { setNoticePreference } from '#lib/notices/notice-preferences.ts'
import type { NewWebhook } from '#lib/notices/webhooks/manage-webhooks.ts'
import * as webhook from '#lib/notices/webhooks/notice-webhook.ts'
import {
  type ActionResult,
  actionResult,
  actionResultWith,
} from '#lib/protocols/http/responses/action-result.ts'

export async function savePreference(preference: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => setNoticePreference(ctx, preference))
}

export async function setWebhook(request: unknown): Promise<ActionResult<NewWebhook>> {
  return actionResultWith({ requiresRecentAuth: true, refreshes: true }, (ctx) =>
    webhook.setNoticeWebhook(ctx, request),
  )
}

export async function removeWebhook(): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, webhook.removeNoticeWebhook)
}

export async function resumeWebhook(): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, webhook.resumeNoticeWebhook)
}
