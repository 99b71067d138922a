import { cancelRun } from '#lib/execution/cancel-run.ts'
import { getRun } from '#lib/execution/get-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { answerQuestion } from '#lib/protocol/rest-run.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'

type Props = { params: Promise<{ id: string }> }

/**
 * Ends a run, from a page or with a key, and answers how it stands. A route and not an action: a browser sends its
 * actions one after the other, and this cannot wait.
 */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const [ctx, { id }] = await Promise.all([contextFromRequest(request, ['run']), params])
    await cancelRun(ctx, id)
    return answerQuestion(await getRun(ctx, id))
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}
