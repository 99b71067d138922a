import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { runResponse } from '#lib/protocols/http/responses/rest-answers.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { getRun } from '#lib/runs/views/get-run.ts'

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  return runResponse(await getRun(ctx, id))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
