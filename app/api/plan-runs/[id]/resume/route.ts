import { readJsonBody } from '#lib/http/requests/read-body.ts'
import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { parseResume, restPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { resumePlanRun } from '#lib/plans/start/resume-plan-run.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

const MAX_BODY_BYTES = 6 * 1024 * 1024

/** `{edited_args?: {step: args}, max_price?}` → the new plan run. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromKey(request, ['run'])
    const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/edited_args' })
    const { planRun } = await resumePlanRun(ctx, (await params).id, parseResume(body))
    return Response.json(restPlanRun(planRun), { status: 202, headers: { 'cache-control': 'no-store' } })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}

export const { GET, HEAD, PUT, PATCH, DELETE } = otherMethods(['POST'])
