import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfCaller } from '#lib/protocols/session/context/context-of-visitor.ts'
import { configuredOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { exchangeIdToken } from '#lib/publishing/from-ci/stage-submission.ts'

const MAX_BODY_BYTES = 64 * 1024

/** Exchanges an ID token for one that can stage one submission. */
export const POST = httpRoute(async (request) => {
  const ctx = await contextOfCaller(request)
  const body = await readJsonBody(request, MAX_BODY_BYTES)
  const { token, expiresInSeconds, skillSet } = await exchangeIdToken(
    ctx,
    body,
    configuredOrigin(request.headers),
  )
  const response = { token, expires_in: expiresInSeconds, skill_set: skillSet }
  return response
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
