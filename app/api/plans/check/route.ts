import { checkForViewer } from '#lib/plans/check/plan-policy.ts'
import { parsePlanToCheck, restPlanCheck } from '#lib/plans/rest/rest-plan-check.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { CHECK_PLAN } from '#lib/protocols/openapi/plan-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

/** Escaping can make 1 MiB of JSON six times as long. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Returns 200 for an invalid plan, too. */
export const POST = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['read'])
  const plan = parsePlanToCheck(await readJsonBody(request, MAX_BODY_BYTES, { exact: '/plan' }))
  return jsonResponse(CHECK_PLAN, 200, restPlanCheck(await checkForViewer(ctx, plan)))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
