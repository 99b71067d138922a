import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { LIST_ROLLOUTS } from '#lib/protocols/openapi/rollout-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { listRestRollouts } from '#lib/publishing/rollouts/rest-rollouts.ts'

export const GET = httpRoute<{ skillset: string }>(async (request, { skillset }) => {
  const ctx = await contextFromRequest(request, ['read', 'publish'])
  return jsonResponse(LIST_ROLLOUTS, 200, await listRestRollouts(ctx, skillset))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
