import { confirmPlanRun } from '#lib/plans/change-plan-run.ts'
import { getPlanRun } from '#lib/plans/get-plan-run.ts'
import { restPlanRun } from '#lib/plans/rest-plan-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'

type Props = { params: Promise<{ id: string }> }

/**
 * Says yes to a plan run that waits for it, and answers how it stands. Only a person can: a key is told so.
 */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const [ctx, { id }] = await Promise.all([contextFromRequest(request, ['run']), params])
    await confirmPlanRun(ctx, id)
    const planRun = await getPlanRun(ctx, id)
    return Response.json(restPlanRun(planRun), { headers: { 'cache-control': 'no-store' } })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}
