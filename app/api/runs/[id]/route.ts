import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { restRunWithToolResult } from '#lib/protocols/http/responses/rest-answers.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { GET_RUN } from '#lib/protocols/openapi/run-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { getRun } from '#lib/runs/views/get-run.ts'

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  return jsonResponse(GET_RUN, 200, restRunWithToolResult(await getRun(ctx, id)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
