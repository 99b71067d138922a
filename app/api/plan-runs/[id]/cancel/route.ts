import { cancelPlanRun } from '#lib/plans/lifecycle/change-plan-run.ts'
import { toRestPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { CANCEL_PLAN_RUN } from '#lib/protocols/openapi/plan-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'

/** Cancels a plan run and the runs of its steps. Not a server action, because Next sends those one after another. */
export const POST = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromRequest(request, ['run'])
  await cancelPlanRun(ctx, id)
  return jsonResponse(CANCEL_PLAN_RUN, 200, toRestPlanRun(await getPlanRun(ctx, id)))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
