import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { START_BATCH } from '#lib/protocols/openapi/batch-endpoints.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { countCostlyCall } from '#lib/protocols/session/context/context-from-request.ts'
import { startRestBatch } from '#lib/runs/batches/rest-batch.ts'
import { MAX_BATCH_BYTES } from '#lib/runs/model/batch-limits.ts'
import { requireRunScope } from '#lib/runs/resolve/resolve-skill.ts'

/** Twice the size of the inputs, because escaping and the other fields take room, too. */
const MAX_BODY_BYTES = 2 * MAX_BATCH_BYTES

/** Takes `{inputs, version?, max_price?, …}` and returns the batch. Idempotent with Idempotency-Key. */
export const POST = publicRoute<{ name: string }>(async (request, { name: skill }) => {
  const ctx = await contextFromKey(request, [])
  requireRunScope(ctx, skill)
  await countCostlyCall(ctx)
  const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/inputs' })
  const headerKey = request.headers.get('idempotency-key')
  const { batch, isRepeated } = await startRestBatch(ctx, { skill, body, headerKey })
  return jsonResponse(START_BATCH, isRepeated ? 200 : 202, batch)
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
