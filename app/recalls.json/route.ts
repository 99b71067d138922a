import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { buildRecallFeed } from '#lib/publishing/recalls/recall-feed.ts'

/** The public recalls, in the Open Source Vulnerability format. */
export const GET = publicRoute(async (request) => {
  const ctx = await contextOfReader(request, ['read', 'run'])
  return Response.json(await buildRecallFeed(ctx, publicOrigin(request.headers)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
