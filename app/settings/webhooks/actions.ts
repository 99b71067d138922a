'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import * as webhooks from '#lib/webhooks/manage-webhooks.ts'

export async function addWebhook(given: unknown): Promise<ActionResult<{ secret: string }>> {
  const result = await actionResult(async () => webhooks.addWebhook(await contextFromCookie(), given))
  if (result.ok) refresh()
  return result
}

export async function removeWebhook(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => webhooks.removeWebhook(await contextFromCookie(), { id }))
  refresh()
  return result
}

export async function resumeWebhook(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => webhooks.resumeWebhook(await contextFromCookie(), { id }))
  refresh()
  return result
}
