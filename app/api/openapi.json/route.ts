import { isKnownEtag } from '#lib/protocols/http/responses/contract-response.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { getOpenApiText } from '#lib/protocols/openapi/get-openapi-document.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

/** Describes all public skills, or those in `?skills=a.b.c,d.e.f`; private ones need a key. */
export const GET = publicRoute(async (request) => {
  const ctx = await contextOfReader(request)
  const query = new URL(request.url).searchParams
  const selection = { skills: query.get('skills'), after: query.get('after') }
  const { text, etag } = await getOpenApiText(ctx, { ...selection, origin: publicOrigin(request.headers) })
  const headers = { etag, 'cache-control': 'no-cache', vary: 'authorization' }
  if (isKnownEtag(etag, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers })
  const type = 'application/vnd.oai.openapi+json;version=3.1'
  return new Response(text, { headers: { ...headers, 'content-type': type } })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
