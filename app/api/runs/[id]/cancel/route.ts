import { cancelRun } from '#lib/execution/cancel-run.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { requireSameOrigin } from '#lib/session/same-origin.ts'

type Props = { params: Promise<{ id: string }> }

/** Ends a run. A route and not an action: a browser sends its actions one after the other, and this cannot wait. */
export function POST(request: Request, { params }: Props): Promise<Response> {
  return answerHttp(async () => {
    requireSameOrigin(request)
    const [ctx, { id }] = await Promise.all([contextFromCookie(), params])
    await cancelRun(ctx, id)
    return { ok: true }
  })
}
