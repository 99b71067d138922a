import { crossOriginMethods, publicResponse } from '#lib/http/responses/other-methods.ts'
import { restPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    const planRun = await getPlanRun(ctx, (await params).id)
    return restPlanRun(planRun)
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
