import type { Context } from '#lib/context/context.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { restRun } from '#lib/protocols/http/responses/rest-answers.ts'
import { eventIdOf, isEventKnown, streamEvents } from '#lib/protocols/http/responses/stream-events.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { watchRun } from '#lib/runs/lifecycle/watch-run.ts'
import type { RestAnyRun } from '#lib/runs/model/rest-run.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import { getRun } from '#lib/runs/views/get-run.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'

/** Streams each change until the run ends, from Last-Event-ID on. Returns 204 if nothing is left. */
export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromRequest(request, ['run', 'read'])
  const last = request.headers.get('last-event-id')
  const isOver = last !== null && hasEndedFor(await getRun(ctx, id), last)
  // At the end of the stream a client connects again; 204 tells it to stop.
  return isOver ? new Response(null, { status: 204 }) : follow(ctx, id, { last, signal: request.signal })
})

function hasEndedFor(run: RunView, last: string): boolean {
  return isEnded(run.state) && isEventKnown(eventIdOf(run), last)
}

function follow(ctx: Context, id: string, from: { last: string | null; signal: AbortSignal }) {
  return streamEvents(from.signal, (send, signal, open) => {
    let hasChanged = false
    const sendEvent = async (run: RunView) => {
      const eventId = eventIdOf(run)
      hasChanged ||= !isEventKnown(eventId, from.last)
      if (hasChanged) await send(ctx.keyId ? restEvent(run) : run, eventId)
      else open()
    }
    return watchRun(ctx, id, sendEvent, signal)
  })
}

function restEvent(run: RunView): RestAnyRun {
  const { progress, progressNote } = run
  const note = progressNote !== undefined && { progress_note: progressNote }
  return { ...restRun(run), ...(!isEnded(run.state) && progress !== undefined && { progress, ...note }) }
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
