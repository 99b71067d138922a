import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { GET_BATCH } from '#lib/protocols/openapi/batch-endpoints.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { getBatch } from '#lib/runs/batches/get-batch.ts'
import { toRestBatch } from '#lib/runs/batches/rest-batch.ts'

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  return jsonResponse(GET_BATCH, 200, toRestBatch(await getBatch(ctx, id)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
