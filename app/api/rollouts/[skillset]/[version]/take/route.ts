import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { takeByName } from '#lib/publishing/rollouts/rest-rollouts.ts'

const MAX_BODY_BYTES = 64 * 1024

type Params = { skillset: string; version: string }

/** Not an operation of the OpenAPI document: API keys are refused, because only a person takes a version before its time. */
export const POST = httpRoute<Params>(async (request, { skillset: skillSet, version }) => {
  const ctx = await contextFromRequest(request, ['write'])
  const body = await readJsonBody(request, MAX_BODY_BYTES)
  return takeByName(ctx, { skillSet, version }, body)
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
