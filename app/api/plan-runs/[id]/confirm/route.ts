import { confirmPlanRun } from '#lib/plans/lifecycle/change-plan-run.ts'
import { toRestPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'

/** Not an operation of the OpenAPI document: API keys are refused, because only a person can confirm. */
export const POST = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromRequest(request, ['run'])
  await confirmPlanRun(ctx, id)
  const planRun = await getPlanRun(ctx, id)
  return toRestPlanRun(planRun)
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
