'use server'

import * as preferences from '#lib/notices/notice-preferences.ts'
import type { NewWebhook } from '#lib/notices/webhooks/manage-webhooks.ts'
import * as webhooks from '#lib/notices/webhooks/notice-webhook.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'

export async function setNoticePreference(preference: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => preferences.setNoticePreference(ctx, preference))
}

export async function setNoticeWebhook(request: unknown): Promise<ActionResult<NewWebhook>> {
  return performAction({ requiresRecentAuth: true, refreshes: true }, (ctx) =>
    webhooks.setNoticeWebhook(ctx, request),
  )
}

export async function removeNoticeWebhook(): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, webhooks.removeNoticeWebhook)
}

export async function resumeNoticeWebhook(): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, webhooks.resumeNoticeWebhook)
}
