import { getPlanRun } from '#lib/plans/get-plan-run.ts'
import { restPlanRun } from '#lib/plans/rest-plan-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromKey } from '#lib/session/from-key.ts'

type Props = { params: Promise<{ id: string }> }

/** A plan run of the key's organisation, as it is now. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    const planRun = await getPlanRun(ctx, (await params).id)
    return Response.json(restPlanRun(planRun), { headers: { 'cache-control': 'no-store' } })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
