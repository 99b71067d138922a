import { crossOriginMethods, publicRoute } from '#lib/http/responses/other-methods.ts'
import { runResponse } from '#lib/http/responses/rest-answers.ts'
import { getRun } from '#lib/runs/views/get-run.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  return runResponse(await getRun(ctx, id))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
