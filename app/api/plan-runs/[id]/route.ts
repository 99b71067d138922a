import { toRestPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { GET_PLAN_RUN } from '#lib/protocols/openapi/plan-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  return jsonResponse(GET_PLAN_RUN, 200, toRestPlanRun(await getPlanRun(ctx, id)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
