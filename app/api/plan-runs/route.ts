import { parseRestPlanRun, restPlanRun, restPlanRunLine } from '#lib/plans/rest/rest-plan-run.ts'
import { startPlanRun } from '#lib/plans/start/start-plan-run.ts'
import { listPlanRuns } from '#lib/plans/views/get-plan-run.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

/** Escaping can make 1 MiB of JSON six times as long. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Takes `{plan | saved_plan, dry_run?, max_price?, …}`, returns the plan run. Idempotent with Idempotency-Key. */
export const POST = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['run'])
  const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/plan' })
  const planRequest = parseRestPlanRun(body, request.headers.get('idempotency-key'))
  const { planRun, isRepeated } = await startPlanRun(ctx, planRequest)
  // `isRepeated`: an earlier call with the same key started it.
  const headers = { 'cache-control': 'no-store', ...(isRepeated && { 'idempotent-replayed': 'true' }) }
  return Response.json(restPlanRun(planRun), { status: 202, headers })
})

export const GET = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  const asked = new URL(request.url).searchParams
  const savedPlan = asked.get('saved_plan') ?? undefined
  const { planRuns, nextCursor } = await listPlanRuns(ctx, {
    ...(savedPlan && { savedPlan }),
    after: asked.get('after') ?? undefined,
  })
  const list = { plan_runs: planRuns.map(restPlanRunLine), next_cursor: nextCursor }
  return list
})

export const { PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET', 'POST'])
