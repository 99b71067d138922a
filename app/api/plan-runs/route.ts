import { listPlanRuns } from '#lib/plans/get-plan-run.ts'
import { parsePlanRun, restPlanRun, restPlanRunLine } from '#lib/plans/rest-plan-run.ts'
import { startPlanRun } from '#lib/plans/start-plan-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readJsonBody } from '#lib/protocol/read-body.ts'
import { contextFromKey } from '#lib/session/from-key.ts'

/** A plan is at most a megabyte of JSON; one character may take six on its way. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/**
 * Starts a plan: `{plan | saved_plan, dry_run?, max_price?, …}` → its plan run, which goes on by itself; repeated calls by
 * the header Idempotency-Key.
 */
export async function POST(request: Request): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextFromKey(request, ['run'])
    const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/plan' })
    const planRequest = parsePlanRun(body, request.headers.get('idempotency-key'))
    const { planRun, isRepeated } = await startPlanRun(ctx, planRequest)
    // As others name it who take Idempotency-Key: this is the answer to an earlier call.
    const headers = { 'cache-control': 'no-store', ...(isRepeated && { 'idempotent-replayed': 'true' }) }
    return Response.json(restPlanRun(planRun), { status: 202, headers })
  })
  return readableAnywhere(answer)
}

/** Plan runs of the key's organisation, newest first; `?saved_plan=` (its address or its id) and `?after=` choose. */
export async function GET(request: Request): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    const asked = new URL(request.url).searchParams
    const savedPlan = asked.get('saved_plan') ?? undefined
    const { planRuns, nextCursor } = await listPlanRuns(ctx, {
      ...(savedPlan && { savedPlan }),
      after: asked.get('after') ?? undefined,
    })
    const list = { plan_runs: planRuns.map(restPlanRunLine), next_cursor: nextCursor }
    return Response.json(list, { headers: { 'cache-control': 'no-store' } })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET, POST')
}
