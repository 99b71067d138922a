import { checkForViewer } from '#lib/plans/check/check-for-viewer.ts'
import { parsePlanToCheck, toRestPlanCheck } from '#lib/plans/rest/rest-plan-check.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { CHECK_PLAN } from '#lib/protocols/openapi/plan-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

/** Six times the limit of 1 MiB, because escaping can make JSON so much longer. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Checks a plan. The status is 200 for an invalid plan, too, whose problems are in the response. */
export const POST = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['read'])
  const plan = parsePlanToCheck(await readJsonBody(request, MAX_BODY_BYTES, { exact: '/plan' }))
  return jsonResponse(CHECK_PLAN, 200, toRestPlanCheck(await checkForViewer(ctx, plan)))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
