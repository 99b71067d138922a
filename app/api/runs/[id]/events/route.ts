import type { Context } from '#lib/context/context.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { restRun } from '#lib/protocols/http/responses/rest-answers.ts'
import {
  eventIdOf,
  isEventKnown,
  partEventId,
  partsKnown,
  streamEvents,
} from '#lib/protocols/http/responses/stream-events.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { readParts, watchRun } from '#lib/runs/lifecycle/watch-run.ts'
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

/** Sends each part as an event of the type `part`, then the run, if it has changed otherwise. */
function follow(ctx: Context, id: string, from: { last: string | null; signal: AbortSignal }) {
  return streamEvents(from.signal, (send, signal, open) => {
    let { last } = from
    let lastSent = ''
    let hasChanged = false
    const sendEvent = async (run: RunView) => {
      for await (const part of readParts(ctx.db, run, partsKnown(last))) {
        last = partEventId(part.number, last)
        await send(part, last, 'part')
      }
      const eventId = eventIdOf(run)
      const summary = JSON.stringify([run.state, run.progress, run.progressNote, run.logs.length])
      hasChanged ||= !isEventKnown(eventId, last)
      if (!hasChanged) return open()
      if (summary === lastSent) return
      lastSent = summary
      last = eventId
      await send(ctx.keyId ? restEvent(run) : run, eventId)
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
