import { crossOriginMethods, publicResponse } from '#lib/http/responses/other-methods.ts'
import { runResponse } from '#lib/http/responses/rest-answers.ts'
import { cancelRun } from '#lib/runs/lifecycle/cancel-run.ts'
import { getRun } from '#lib/runs/views/get-run.ts'
import { contextFromRequest } from '#lib/session/context/context-from-request.ts'

type Props = { params: Promise<{ id: string }> }

/** A route, because browsers queue server actions. */
export function POST(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    const [ctx, { id }] = await Promise.all([contextFromRequest(request, ['run']), params])
    await cancelRun(ctx, id)
    return runResponse(await getRun(ctx, id))
  })
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
