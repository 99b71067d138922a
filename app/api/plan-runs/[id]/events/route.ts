import { type Context, requireScope } from '#lib/context/context.ts'
import { watchPlanRun } from '#lib/plans/lifecycle/watch-plan-run.ts'
import { summarisePlanRun, toRestPlanRunSummary } from '#lib/plans/rest/rest-plan-run.ts'
import { getPlanRunRevision } from '#lib/plans/views/get-plan-run.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { streamEvents } from '#lib/protocols/http/responses/stream-events.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'

/**
 * Streams each result once, then an unnamed event with the current status. With Last-Event-ID or `?after=`, sends
 * only what has ended since and what is active. Returns 204 if nothing follows.
 */
export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromRequest(request, ['run', 'read'])
  requireScope(ctx, 'read', 'run')
  const last = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after')
  const since = last !== null && /^\d{1,9}$/.test(last) ? Number(last) : undefined
  const isComplete = since !== undefined && (await hasEndedAt(ctx, id, since))
  // At the end of the stream a client connects again; 204 tells it to stop.
  return isComplete ? new Response(null, { status: 204 }) : follow(ctx, id, { since, caller: request.signal })
})

async function hasEndedAt(ctx: Context, id: string, since: number): Promise<boolean> {
  const { revision, isOver } = await getPlanRunRevision(ctx, id)
  return isOver && since === revision
}

type Follow = { since: number | undefined; caller: AbortSignal }

function follow(ctx: Context, id: string, { since, caller }: Follow): Promise<Response> {
  return streamEvents(caller, (send, signal) =>
    watchPlanRun(ctx, id, {
      since,
      signal,
      onChange: async ({ planRun, events }) => {
        // Only the summary has an id, so a lost connection resumes before all of these events.
        for (const event of events) await send(event, null, event.type)
        const runStatus = ctx.keyId ? toRestPlanRunSummary(planRun) : summarisePlanRun(planRun)
        await send(runStatus, String(planRun.revision))
      },
    }),
  )
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
