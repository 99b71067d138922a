'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult, costlyActionResult } from '#lib/http/responses/action-result.ts'
import type { PlanTool } from '#lib/plan-documents/document/plan-tool.ts'
import * as planRuns from '#lib/plans/lifecycle/change-plan-run.ts'
import { undoPlanRun } from '#lib/plans/lifecycle/change-plan-run.ts'
import * as drafting from '#lib/plans/planner/draft-plan.ts'
import { createPlanFromRuns } from '#lib/plans/saved/create-plan-from-runs.ts'
import * as templates from '#lib/plans/saved/list-plans.ts'
import * as plans from '#lib/plans/saved/saved-plans.ts'
import { parsePlanRunRequest, parseResumeRequest } from '#lib/plans/start/parse-plan-run-request.ts'
import { resumePlanRun } from '#lib/plans/start/resume-plan-run.ts'
import { startPlanRun } from '#lib/plans/start/start-plan-run.ts'
import { startRealRun } from '#lib/plans/start/start-real-run.ts'
import { findPlanTools, parseToolNames } from '#lib/plans/tools/find-plan-tools.ts'
import type { PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

/** Public endpoints: the service validates arguments. */
export async function createPlan(given: unknown): Promise<ActionResult<{ slug: string }>> {
  return actionResult(async () => plans.createPlan(await contextFromCookie(), given))
}

export async function savePlan(
  given: unknown,
): Promise<ActionResult<{ revision: number; savedAtMs: number }>> {
  return actionResult(async () => plans.savePlan(await contextFromCookie(), given))
}

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
  return actionResult(async () => templates.getPlanTemplate(await contextFromCookie(), slug))
}

export async function findTools(names: unknown): Promise<ActionResult<[string, PlanTool][]>> {
  return actionResult(async () => [
    ...(await findPlanTools(await contextFromCookie(), parseToolNames(names))),
  ])
}

export async function addTemplateFiles(slug: unknown): Promise<ActionResult<number>> {
  const result = await actionResult(async () => templates.addTemplateFiles(await contextFromCookie(), slug))
  if (result.ok) refresh()
  return result
}

/** As JSON text; the builder reports problems. */
export async function draftPlan(request: unknown): Promise<ActionResult<{ text: string }>> {
  return costlyActionResult(async () => {
    const { document } = await drafting.draftPlan(await contextFromCookie(), request)
    return { text: JSON.stringify(document) }
  })
}

export async function planFromRuns(ids: unknown): Promise<ActionResult<{ slug: string }>> {
  return costlyActionResult(async () => createPlanFromRuns(await contextFromCookie(), ids))
}

export async function runPlan(request: unknown): Promise<ActionResult<PlanRunView>> {
  return actionResult(async () => {
    const ctx = await contextFromCookie()
    return (await startPlanRun(ctx, parsePlanRunRequest(request))).planRun
  })
}

export async function resumePlan(id: unknown, request: unknown): Promise<ActionResult<PlanRunView>> {
  return actionResult(async () => {
    const ctx = await contextFromCookie()
    return (await resumePlanRun(ctx, id, parseResumeRequest(request))).planRun
  })
}

export async function runPlanForReal(id: unknown): Promise<ActionResult<PlanRunView>> {
  return actionResult(async () => startRealRun(await contextFromCookie(), id))
}

export async function confirmPlan(id: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await planRuns.confirmPlanRun(await contextFromCookie(), id)
    return null
  })
}

export async function cancelPlan(id: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await planRuns.cancelPlanRun(await contextFromCookie(), id)
    return null
  })
}

export async function undoPlan(id: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await undoPlanRun(await contextFromCookie(), id)
    return null
  })
}
