import { restPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  const planRun = await getPlanRun(ctx, id)
  return restPlanRun(planRun)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
