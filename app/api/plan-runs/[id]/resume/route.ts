import { parseResume, restPlanRun } from '#lib/plans/rest-plan-run.ts'
import { resumePlanRun } from '#lib/plans/resume-plan-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readJsonBody } from '#lib/protocol/read-body.ts'
import { contextFromKey } from '#lib/session/from-key.ts'

type Props = { params: Promise<{ id: string }> }

const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Goes on with a plan run that failed, as a new one: `{edited_args?: {step: args}, max_price?}` → that. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
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
