import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { finishByName } from '#lib/publishing/rollouts/rest-rollouts.ts'

type Params = { skillset: string; version: string }

/** Not an operation of the OpenAPI document: API keys are refused, because only a person gives a version to everyone. */
export const POST = httpRoute<Params>(async (request, { skillset: skillSet, version }) => {
  const ctx = await contextFromRequest(request, ['publish'])
  return finishByName(ctx, { skillSet, version })
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
