'use server'

import type { CreatedAutomation } from '#lib/automations/manage-automations.ts'
import * as automations from '#lib/automations/manage-automations.ts'
import { parseJsonField } from '#lib/protocols/http/requests/parse-test-run.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'

const CHANGE = { refreshes: true } as const

export async function createAutomation(request: unknown): Promise<ActionResult<CreatedAutomation>> {
  return actionResult((ctx) => automations.createAutomation(ctx, parseJsonField(request, 'input')))
}

export async function changeAutomation(id: unknown, request: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) =>
    automations.changeAutomation(ctx, id, parseJsonField(request, 'input')),
  )
}

export async function pauseAutomation(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => automations.pauseAutomation(ctx, id))
}

export async function resumeAutomation(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => automations.resumeAutomation(ctx, id))
}

export async function runAutomationNow(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, async (ctx) => {
    await automations.runAutomationNow(ctx, id)
  })
}

export async function rotateWebhookToken(id: unknown): Promise<ActionResult<{ token: string }>> {
  return actionResult((ctx) => automations.rotateWebhookToken(ctx, id))
}

export async function sendTestMessage(id: unknown, message: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, async (ctx) => {
    await automations.sendTestMessage(ctx, id, message)
  })
}

export async function deleteAutomation(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => automations.deleteAutomation(ctx, id))
}
