import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { AutomationChangeBody } from './automation-fields.ts'
import { type RestAutomation, toRestAutomation, toRestAutomationRun } from './automation-view.ts'
import { getAutomation } from './list-automations.ts'
import { changeAutomation, pauseAutomation, resumeAutomation } from './manage-automations.ts'

export const AutomationPatch = AutomationChangeBody.extend({
  paused: z.boolean().optional().meta({ description: 'Pauses it, or resumes it.' }),
})

/** Changes, pauses or resumes an automation by REST. Throws INVALID_INPUT, NOT_FOUND and POLICY_DENIED. */
export async function patchAutomation(ctx: Context, id: unknown, body: unknown): Promise<void> {
  const { paused, ...change } = parseFields(AutomationPatch, body)
  if (Object.keys(change).length > 0) await changeAutomation(ctx, id, change)
  if (paused !== undefined) await (paused ? pauseAutomation : resumeAutomation)(ctx, id)
}

/** Returns an automation for REST, with a page of its runs, the latest first. Throws NOT_FOUND. */
export async function getRestAutomation(ctx: Context, id: unknown, after?: string): Promise<RestAutomation> {
  const { automation, runs, nextCursor } = await getAutomation(ctx, id, after)
  return { ...toRestAutomation(automation), runs: runs.map(toRestAutomationRun), next_cursor: nextCursor }
}
