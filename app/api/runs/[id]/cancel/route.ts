import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { restRunWithToolResult } from '#lib/protocols/http/responses/rest-answers.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { CANCEL_RUN } from '#lib/protocols/openapi/run-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { cancelRun } from '#lib/runs/lifecycle/cancel-run.ts'
import { getRun } from '#lib/runs/views/get-run.ts'

/** Cancels a run. Not a server action, because Next sends those one after another. */
export const POST = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromRequest(request, ['run'])
  await cancelRun(ctx, id)
  return jsonResponse(CANCEL_RUN, 200, restRunWithToolResult(await getRun(ctx, id)))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
