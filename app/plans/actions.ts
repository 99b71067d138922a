'use server'

import { refresh } from 'next/cache'
import type { PlanTool } from '#lib/contract/plan/plan-tool.ts'
import { findPlanTools } from '#lib/plans/find-plan-tools.ts'
import { getPlanTemplate } from '#lib/plans/list-plans.ts'
import { parseToolNames } from '#lib/plans/parse-tool-names.ts'
import * as plans from '#lib/plans/saved-plans.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** All of these are public endpoints: what is sent is parsed by the service. */
export async function createPlan(given: unknown): Promise<ActionResult<{ slug: string }>> {
  return actionResult(async () => plans.createPlan(await contextFromCookie(), given))
}

export async function savePlan(
  given: unknown,
): Promise<ActionResult<{ revision: number; savedAtMs: number }>> {
  return actionResult(async () => plans.savePlan(await contextFromCookie(), given))
}

/** The plan as it is stored now. */
export async function loadPlan(slug: unknown): Promise<ActionResult<plans.SavedPlanView>> {
  return actionResult(async () => plans.getSavedPlan(await contextFromCookie(), slug))
}

export async function deletePlan(slug: unknown): Promise<ActionResult<null>> {
  const result = await actionResult(async () => {
    await plans.deletePlan(await contextFromCookie(), slug)
    return null
  })
  if (result.ok) refresh()
  return result
}

export async function readTemplate(slug: unknown): Promise<ActionResult<{ title: string; text: string }>> {
  return actionResult(async () => getPlanTemplate(await contextFromCookie(), slug))
}

/** What names in a plan mean; those that mean nothing to the caller are left out. */
export async function findTools(names: unknown): Promise<ActionResult<[string, PlanTool][]>> {
  return actionResult(async () => [
    ...(await findPlanTools(await contextFromCookie(), parseToolNames(names))),
  ])
}
