'use server'

import { refresh } from 'next/cache'
import type { PlanTool } from '#lib/contract/plan/plan-tool.ts'
import * as planRuns from '#lib/plans/change-plan-run.ts'
import * as drafting from '#lib/plans/draft-plan.ts'
import { findPlanTools } from '#lib/plans/find-plan-tools.ts'
import { getPlanTemplate } from '#lib/plans/list-plans.ts'
import { parsePlanRunRequest, parseResumeRequest } from '#lib/plans/parse-plan-run-request.ts'
import { parseToolNames } from '#lib/plans/parse-tool-names.ts'
import { createPlanFromRuns } from '#lib/plans/plan-from-runs.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import { resumePlanRun } from '#lib/plans/resume-plan-run.ts'
import * as plans from '#lib/plans/saved-plans.ts'
import { startPlanRun } from '#lib/plans/start-plan-run.ts'
import { undoPlanRun } from '#lib/plans/undo-plan-run.ts'
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

/** A draft by the planner, as JSON text; what is wrong with it is said in the builder. */
export async function draftPlan(request: unknown): Promise<ActionResult<{ text: string }>> {
  return actionResult(async () => {
    const { document } = await drafting.draftPlan(await contextFromCookie(), request)
    return { text: JSON.stringify(document) }
  })
}

/** Keeps a plan that does again what these runs did. */
export async function planFromRuns(ids: unknown): Promise<ActionResult<{ slug: string }>> {
  return actionResult(async () => createPlanFromRuns(await contextFromCookie(), ids))
}

/** Starts a saved plan; how it goes on is told at /api/plan-runs/[id]/events. */
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

/** Puts back what it changed in the vault; an operation like any other, in the vault's history. */
export async function undoPlan(id: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await undoPlanRun(await contextFromCookie(), id)
    return null
  })
}
