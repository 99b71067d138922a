import { enforceRateLimit, RATE_LIMITS } from '#lib/auth/enforce-rate-limit.ts'
import { isKnownEtag } from '#lib/protocols/http/responses/contract-response.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { addressFrom } from '#lib/protocols/session/network/address-from.ts'
import { getPublicRecordingEtag, readPublicRecording } from '#lib/publishing/drafts/public-recordings.ts'

/** Returns the responses of a recording that its publisher made public; 304 to a caller who has them. */
export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextOfReader(request, ['read', 'run'])
  const etag = await getPublicRecordingEtag(ctx, id)
  // Its publisher may end the permission at any time.
  const headers = { etag, 'cache-control': 'no-cache' }
  if (isKnownEtag(etag, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers })
  const caller = ctx.viewer?.organisationId ?? addressFrom(request.headers.get('x-forwarded-for'))
  await enforceRateLimit(ctx.db, RATE_LIMITS.recordingByCaller, caller)
  return new Response(await readPublicRecording(id), {
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="recording-${id}.json"`,
    },
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
