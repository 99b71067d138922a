import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { restPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    const planRun = await getPlanRun(ctx, (await params).id)
    return Response.json(restPlanRun(planRun), { headers: { 'cache-control': 'no-store' } })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}

export const { POST, PUT, PATCH, DELETE } = otherMethods(['GET'])
