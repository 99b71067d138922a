'use server'

import { listMissingFiles } from '#lib/plans/check/check-for-viewer.ts'
import * as planRuns from '#lib/plans/lifecycle/change-plan-run.ts'
import * as approvals from '#lib/plans/lifecycle/decide-approval.ts'
import type { PlanTool } from '#lib/plans/model/document/plan-tool.ts'
import * as drafting from '#lib/plans/planner/draft-plan.ts'
import * as recordedPlans from '#lib/plans/saved/create-plan-from-runs.ts'
import * as templates from '#lib/plans/saved/list-plans.ts'
import * as plans from '#lib/plans/saved/saved-plans.ts'
import { parseFormPlanRun, parseFormResume } from '#lib/plans/start/parse-form-plan-run.ts'
import * as resuming from '#lib/plans/start/resume-plan-run.ts'
import * as starting from '#lib/plans/start/start-plan-run.ts'
import * as planTools from '#lib/plans/tools/find-plan-tools.ts'
import type { PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'

/** Public endpoints: the service validates arguments. */
export async function createPlan(request: unknown): Promise<ActionResult<{ slug: string }>> {
  return actionResult((ctx) => plans.createPlan(ctx, request))
}

export async function savePlan(
  request: unknown,
): Promise<ActionResult<{ revision: number; savedAtMs: number }>> {
  return actionResult((ctx) => plans.savePlan(ctx, request))
}

export async function loadPlan(slug: unknown): Promise<ActionResult<plans.SavedPlanView>> {
  return actionResult((ctx) => plans.getSavedPlan(ctx, slug))
}

export async function deletePlan(slug: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => plans.deletePlan(ctx, slug))
}

export async function readTemplate(slug: unknown): Promise<ActionResult<{ title: string; text: string }>> {
  return actionResult((ctx) => templates.getPlanTemplate(ctx, slug))
}

export async function findPlanTools(names: unknown): Promise<ActionResult<[string, PlanTool][]>> {
  return actionResult(async (ctx) => [
    ...(await planTools.findPlanTools(ctx, planTools.parseToolNames(names))),
  ])
}

/** Returns the paths that do not exist in the vault. */
export async function findMissingFiles(paths: unknown): Promise<ActionResult<string[]>> {
  return actionResult((ctx) => listMissingFiles(ctx, paths))
}

export async function addTemplateFiles(slug: unknown): Promise<ActionResult<number>> {
  return performAction({ refreshes: true }, (ctx) => templates.addTemplateFiles(ctx, slug))
}

export async function addSampleFile(path: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => templates.addSampleFile(ctx, path))
}

/** Returns the plan as JSON text; the builder reports its problems. */
export async function draftPlan(request: unknown): Promise<ActionResult<{ text: string }>> {
  return performAction({ isCostly: true }, async (ctx) => {
    const { document } = await drafting.draftPlan(ctx, request)
    return { text: JSON.stringify(document) }
  })
}

export async function createPlanFromRuns(ids: unknown): Promise<ActionResult<{ slug: string }>> {
  return performAction({ isCostly: true }, (ctx) => recordedPlans.createPlanFromRuns(ctx, ids))
}

export async function startPlanRun(request: unknown): Promise<ActionResult<PlanRunView>> {
  return actionResult(async (ctx) => (await starting.startPlanRun(ctx, parseFormPlanRun(request))).planRun)
}

export async function resumePlanRun(id: unknown, request: unknown): Promise<ActionResult<PlanRunView>> {
  return actionResult(
    async (ctx) => (await resuming.resumePlanRun(ctx, id, parseFormResume(request))).planRun,
  )
}

export async function startRealRun(id: unknown): Promise<ActionResult<PlanRunView>> {
  return actionResult((ctx) => starting.startRealRun(ctx, id))
}

export async function confirmPlanRun(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => planRuns.confirmPlanRun(ctx, id))
}

export async function decideApproval(id: unknown, request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => approvals.decideApproval(ctx, id, request))
}

export async function cancelPlanRun(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => planRuns.cancelPlanRun(ctx, id))
}

export async function undoPlanRun(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => planRuns.undoPlanRun(ctx, id))
}
