import { parseRestResume, toRestPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { resumePlanRun } from '#lib/plans/start/resume-plan-run.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { RESUME_PLAN_RUN } from '#lib/protocols/openapi/plan-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Takes `{edited_args?: {step: args}, max_price?}` and returns the new plan run. */
export const POST = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run'])
  const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/edited_args' })
  const { planRun } = await resumePlanRun(ctx, id, parseRestResume(body))
  return jsonResponse(RESUME_PLAN_RUN, 202, toRestPlanRun(planRun))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
