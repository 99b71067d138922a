import { UNKNOWN_KIND } from '#lib/blobs/blob-kind.ts'
import { createBlob } from '#lib/blobs/blobs.ts'
import { listBlobs } from '#lib/blobs/list-blobs.ts'
import { uploadBody } from '#lib/protocols/http/requests/read-body.ts'
import {
  crossOriginMethods,
  publicResponse,
  publicRoute,
} from '#lib/protocols/http/responses/other-methods.ts'
import { restBlob } from '#lib/protocols/http/responses/rest-answers.ts'
import { CREATE_BLOB, LIST_BLOBS } from '#lib/protocols/openapi/blob-endpoints.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

/** Creates a blob from the body. `?kind=` is its media type, `?name=` its optional name. */
export async function PUT(request: Request): Promise<Response> {
  const response = await publicResponse(async () => {
    const ctx = await contextFromRequest(request, ['write'])
    const query = new URL(request.url).searchParams
    const kind = query.get('kind') ?? request.headers.get('content-type') ?? UNKNOWN_KIND
    const name = query.get('name') ?? undefined
    const blob = await createBlob(ctx, { content: uploadBody(request), kind, name })
    return jsonResponse(CREATE_BLOB, 201, restBlob(blob))
  }, publicOrigin(request.headers))
  // The rest of a refused body is not read, so the connection cannot carry another request.
  if (!response.ok) response.headers.set('connection', 'close')
  return response
}

export const GET = publicRoute(async (request) => {
  const ctx = await contextFromRequest(request, ['read'])
  const { blobs, nextCursor } = await listBlobs(ctx, new URL(request.url).searchParams.get('cursor'))
  return jsonResponse(LIST_BLOBS, 200, { blobs: blobs.map(restBlob), next_cursor: nextCursor })
})

export const { POST, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET', 'PUT'])
