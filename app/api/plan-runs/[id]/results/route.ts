import { listPlanResults } from '#lib/plans/views/get-plan-run.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { LIST_PLAN_RESULTS } from '#lib/protocols/openapi/plan-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  return jsonResponse(LIST_PLAN_RESULTS, 200, { results: await listPlanResults(ctx, id) })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
