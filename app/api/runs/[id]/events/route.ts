import type { Context } from '#lib/context.ts'
import { isEnded } from '#lib/contract/market/run-states.ts'
import { getRun } from '#lib/execution/get-run.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import { watchRun } from '#lib/execution/watch-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { restRun } from '#lib/protocol/rest-run.ts'
import { eventIdOf, hasHeard } from '#lib/protocol/run-events.ts'
import { streamEvents } from '#lib/protocol/stream-events.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'

type Props = { params: Promise<{ id: string }> }

/**
 * A run as server-sent events, from a page or with a key: as it is now, then after each change; the last one is its
 * end. Whoever comes back with Last-Event-ID gets what came after; 204 when that was the end.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const [ctx, { id }] = await Promise.all([contextFromRequest(request, ['run', 'read']), params])
    const last = request.headers.get('last-event-id')
    const isOver = last !== null && hasEndedFor(await getRun(ctx, id), last)
    // The one answer that a browser does not come back after.
    return isOver ? new Response(null, { status: 204 }) : follow(ctx, id, { last, signal: request.signal })
  })
  return readableAnywhere(answer)
}

function hasEndedFor(run: RunView, last: string): boolean {
  return isEnded(run.state) && hasHeard(eventIdOf(run), last)
}

function follow(ctx: Context, id: string, from: { last: string | null; signal: AbortSignal }) {
  return streamEvents(from.signal, (send, signal, open) => {
    let isNews = false
    const tell = async (run: RunView) => {
      const eventId = eventIdOf(run)
      isNews ||= !hasHeard(eventId, from.last)
      if (isNews) await send(ctx.keyId ? restEvent(run) : run, eventId)
      else open()
    }
    return watchRun(ctx, id, tell, signal)
  })
}

/** As programs know a run, and how far it has come. */
function restEvent(run: RunView): object {
  const { progress, progressNote } = run
  const note = progressNote !== undefined && { progress_note: progressNote }
  return { ...restRun(run), ...(!isEnded(run.state) && progress !== undefined && { progress, ...note }) }
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
