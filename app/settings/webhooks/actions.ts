'use server'

import { requireOrganisationAdmin } from '#lib/context/context.ts'
import * as webhooks from '#lib/notices/webhooks/manage-webhooks.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function addWebhook(request: unknown): Promise<ActionResult<webhooks.NewWebhook>> {
  return performAction(
    { authorize: requireOrganisationAdmin, requiresRecentAuth: true, refreshes: true },
    (ctx) => webhooks.addWebhook(ctx, request),
  )
}

export async function removeWebhook(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => webhooks.removeWebhook(ctx, { id }))
}

export async function resumeWebhook(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => webhooks.resumeWebhook(ctx, { id }))
}
