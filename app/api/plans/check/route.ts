import { readJsonBody } from '#lib/http/requests/read-body.ts'
import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { checkForViewer } from '#lib/plans/check/plan-policy.ts'
import { parsePlanToCheck, restPlanCheck } from '#lib/plans/rest/rest-plan-check.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

/** 1 MiB of JSON, escaped. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/** An invalid plan is a successful response. */
export async function POST(request: Request): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromKey(request, ['read'])
    const plan = parsePlanToCheck(await readJsonBody(request, MAX_BODY_BYTES, { exact: '/plan' }))
    const checked = await checkForViewer(ctx, plan)
    return Response.json(restPlanCheck(checked), { headers: { 'cache-control': 'no-store' } })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}

export const { GET, HEAD, PUT, PATCH, DELETE } = otherMethods(['POST'])
