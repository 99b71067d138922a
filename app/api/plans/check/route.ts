import { checkForViewer } from '#lib/plans/check-for-viewer.ts'
import { parsePlanToCheck, restPlanCheck } from '#lib/plans/rest-plan-check.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readJsonBody } from '#lib/protocol/read-body.ts'
import { contextFromKey } from '#lib/session/from-key.ts'

/** A plan is at most a megabyte of JSON; one character may take six on its way. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/** `{plan}` → everything that can be known of it before it runs. A plan that cannot run is an answer, not an error. */
export async function POST(request: Request): Promise<Response> {
  const answer = await answerHttp(async () => {
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
