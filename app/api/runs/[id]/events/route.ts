import { watchRun } from '#lib/execution/watch-run.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { streamEvents } from '#lib/protocol/stream-events.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

type Props = { params: Promise<{ id: string }> }

/** A run as server-sent events: as it is now, then after each change; the last one is its end. */
export function GET(request: Request, { params }: Props): Promise<Response> {
  return answerHttp(async () => {
    const [ctx, { id }] = await Promise.all([contextFromCookie(), params])
    return streamEvents(request.signal, (send, signal) => watchRun(ctx, id, send, signal))
  })
}
