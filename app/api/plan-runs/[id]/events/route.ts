import type { Context } from '#lib/context.ts'
import { getPlanRun } from '#lib/plans/get-plan-run.ts'
import { eventsBetween } from '#lib/plans/plan-events.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import { restPlanRun } from '#lib/plans/rest-plan-run.ts'
import { watchPlanRun } from '#lib/plans/watch-plan-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { streamEvents } from '#lib/protocol/stream-events.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'

type Props = { params: Promise<{ id: string }> }

/**
 * A plan run as server-sent events, from a page or with a key. What happens has a name (run.started, step.started,
 * step.progress, step.finished, run.finished); each message without one is all of it as it is then. Whoever comes back
 * with Last-Event-ID is told everything again, and nothing (204) when that was the end.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const [ctx, { id }] = await Promise.all([contextFromRequest(request, ['run', 'read']), params])
    const planRun = await getPlanRun(ctx, id)
    const last = request.headers.get('last-event-id')
    const isOver = planRun.endedAtMs !== undefined && last === String(planRun.revision)
    // The one answer that a browser does not come back after.
    return isOver ? new Response(null, { status: 204 }) : follow(ctx, id, request.signal)
  })
  return readableAnywhere(answer)
}

function follow(ctx: Context, id: string, caller: AbortSignal): Promise<Response> {
  let before: PlanRunView | null = null
  return streamEvents(caller, (send, signal) =>
    watchPlanRun(
      ctx,
      id,
      (after) => {
        const eventId = String(after.revision)
        for (const event of eventsBetween(before, after)) send(event, eventId, event.type)
        send(ctx.keyId ? restPlanRun(after) : after, eventId)
        before = after
      },
      signal,
    ),
  )
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
