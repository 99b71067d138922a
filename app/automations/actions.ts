'use server'

import { refresh } from 'next/cache'
import type { CreatedAutomation } from '#lib/automations/manage-automations.ts'
import * as automations from '#lib/automations/manage-automations.ts'
import type { Context } from '#lib/context/context.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

export async function createAutomation(given: unknown): Promise<ActionResult<CreatedAutomation>> {
  return actionResult(async () => automations.createAutomation(await contextFromCookie(), given))
}

export async function changeAutomation(id: unknown, given: unknown): Promise<ActionResult<null>> {
  return changed((ctx) => automations.changeAutomation(ctx, id, given))
}

export async function pauseAutomation(id: unknown): Promise<ActionResult<null>> {
  return changed((ctx) => automations.pauseAutomation(ctx, id))
}

export async function resumeAutomation(id: unknown): Promise<ActionResult<null>> {
  return changed((ctx) => automations.resumeAutomation(ctx, id))
}

export async function runAutomationNow(id: unknown): Promise<ActionResult<null>> {
  return changed((ctx) => automations.runAutomationNow(ctx, id))
}

export async function deleteAutomation(id: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await automations.deleteAutomation(await contextFromCookie(), id)
    return null
  })
}

async function changed(act: (ctx: Context) => Promise<unknown>): Promise<ActionResult<null>> {
  const result = await actionResult(async () => {
    await act(await contextFromCookie())
    return null
  })
  if (result.ok) refresh()
  return result
}
