import { listPlanResults } from '#lib/plans/get-plan-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromKey } from '#lib/session/from-key.ts'

type Props = { params: Promise<{ id: string }> }

/** A ToolResult for each attempt of each step, in the order in which they ended. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    const results = await listPlanResults(ctx, (await params).id)
    return Response.json({ results }, { headers: { 'cache-control': 'no-store' } })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
