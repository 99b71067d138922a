import { parseRestPlanRun, toRestPlanRun, toRestPlanRunLine } from '#lib/plans/rest/rest-plan-run.ts'
import { startPlanRun } from '#lib/plans/start/start-plan-run.ts'
import { listPlanRuns } from '#lib/plans/views/get-plan-run.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { LIST_PLAN_RUNS, START_PLAN } from '#lib/protocols/openapi/plan-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

/** Six times the limit of 1 MiB, because escaping can make JSON so much longer. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Takes `{plan | saved_plan, dry_run?, max_price?, …}`, returns the plan run. Idempotent with Idempotency-Key. */
export const POST = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['run'])
  const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/plan' })
  const planRequest = parseRestPlanRun(body, request.headers.get('idempotency-key'))
  const { planRun, isRepeated } = await startPlanRun(ctx, planRequest)
  // An earlier call with the same idempotency key has started the run.
  const headers = isRepeated ? { 'idempotent-replayed': 'true' } : undefined
  return jsonResponse(START_PLAN, 202, toRestPlanRun(planRun), headers)
})

export const GET = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  const params = new URL(request.url).searchParams
  const savedPlan = params.get('saved_plan') ?? undefined
  const { planRuns, nextCursor } = await listPlanRuns(ctx, {
    ...(savedPlan && { savedPlan }),
    after: params.get('after') ?? undefined,
  })
  const page = { plan_runs: planRuns.map(toRestPlanRunLine), next_cursor: nextCursor }
  return jsonResponse(LIST_PLAN_RUNS, 200, page)
})

export const { PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET', 'POST'])
