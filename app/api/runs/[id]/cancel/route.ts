import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { runResponse } from '#lib/http/responses/rest-answers.ts'
import { cancelRun } from '#lib/runs/lifecycle/cancel-run.ts'
import { getRun } from '#lib/runs/views/get-run.ts'
import { contextFromRequest } from '#lib/session/context/context-from-request.ts'

type Props = { params: Promise<{ id: string }> }

/** A route, because browsers queue server actions. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    const [ctx, { id }] = await Promise.all([contextFromRequest(request, ['run']), params])
    await cancelRun(ctx, id)
    return runResponse(await getRun(ctx, id))
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}

export const { GET, HEAD, PUT, PATCH, DELETE } = otherMethods(['POST'])
