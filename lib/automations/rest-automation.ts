import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { AutomationChangeBody } from './automation-fields.ts'
import { type RestAutomation, restAutomation, restAutomationRun } from './automation-view.ts'
import { getAutomation } from './list-automations.ts'
import { changeAutomation, pauseAutomation, resumeAutomation } from './manage-automations.ts'

export const AutomationPatch = AutomationChangeBody.extend({
  paused: z.boolean().optional().meta({ description: 'Pauses it, or resumes it.' }),
})

/** Throws INVALID_INPUT, NOT_FOUND, POLICY_DENIED. */
export async function patchAutomation(ctx: Context, id: unknown, body: unknown): Promise<void> {
  const { paused, ...change } = parseFields(AutomationPatch, body)
  if (Object.keys(change).length > 0) await changeAutomation(ctx, id, change)
  if (paused !== undefined) await (paused ? pauseAutomation : resumeAutomation)(ctx, id)
}

/** Returns a page of runs, latest first. Throws NOT_FOUND. */
export async function restAutomationPage(ctx: Context, id: unknown, after?: string): Promise<RestAutomation> {
  const { automation, runs, nextCursor } = await getAutomation(ctx, id, after)
  return { ...restAutomation(automation), runs: runs.map(restAutomationRun), next_cursor: nextCursor }
}
