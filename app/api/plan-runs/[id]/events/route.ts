import type { Context } from '#lib/context.ts'
import { getPlanRunRevision } from '#lib/plans/get-plan-run.ts'
import { planRunStanding, restPlanRunStanding } from '#lib/plans/plan-run-standing.ts'
import { watchPlanRun } from '#lib/plans/watch-plan-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { streamEvents } from '#lib/protocol/stream-events.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'

type Props = { params: Promise<{ id: string }> }

/**
 * A plan run as server-sent events, from a page or with a key. What happens has a name (run.started, step.started,
 * step.progress, step.finished, run.finished), and each result comes once; the message without one that follows is how
 * it stands then. Whoever comes back with Last-Event-ID, or knows it up to `?after=`, is told what ended since, and again
 * what goes on; nothing (204) when that was the end.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const [ctx, { id }] = await Promise.all([contextFromRequest(request, ['run', 'read']), params])
    const { revision, isOver } = await getPlanRunRevision(ctx, id)
    const last = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after')
    const since = last !== null && /^\d{1,9}$/.test(last) ? Number(last) : undefined
    // The one answer that a browser does not come back after.
    if (isOver && since === revision) return new Response(null, { status: 204 })
    return follow(ctx, id, { since, caller: request.signal })
  })
  return readableAnywhere(answer)
}

type Follow = { since: number | undefined; caller: AbortSignal }

function follow(ctx: Context, id: string, { since, caller }: Follow): Promise<Response> {
  return streamEvents(caller, (send, signal) =>
    watchPlanRun(ctx, id, {
      since,
      signal,
      onChange: async ({ planRun, events }) => {
        // They have no id of their own: a line that breaks between them begins again before the first.
        for (const event of events) await send(event, null, event.type)
        const standing = ctx.keyId ? restPlanRunStanding(planRun) : planRunStanding(planRun)
        await send(standing, String(planRun.revision))
      },
    }),
  )
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
