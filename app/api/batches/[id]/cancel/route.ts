import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { CANCEL_BATCH } from '#lib/protocols/openapi/batch-endpoints.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { cancelBatch } from '#lib/runs/batches/get-batch.ts'
import { toRestBatch } from '#lib/runs/batches/rest-batch.ts'

export const POST = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromRequest(request, ['run'])
  return jsonResponse(CANCEL_BATCH, 200, toRestBatch(await cancelBatch(ctx, id)))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
