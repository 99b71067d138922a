import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { RETURN_VERSION } from '#lib/protocols/openapi/rollout-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { returnByName } from '#lib/publishing/rollouts/rest-rollouts.ts'

const MAX_BODY_BYTES = 64 * 1024

type Params = { skillset: string; version: string }

export const POST = httpRoute<Params>(async (request, { skillset: skillSet, version }) => {
  const ctx = await contextFromRequest(request, ['publish'])
  const body = await readJsonBody(request, MAX_BODY_BYTES)
  return jsonResponse(RETURN_VERSION, 200, await returnByName(ctx, { skillSet, version }, body))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
