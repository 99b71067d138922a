import { deleteBlob, findBlob, openBlob } from '#lib/blobs/blobs.ts'
import { blobResponse } from '#lib/protocols/http/responses/blob-response.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromRequest(request, ['read'])
  const blob = await findBlob(ctx, id)
  return blobResponse(request, blob, (range) => openBlob(ctx, blob.id, range))
})

export const HEAD = GET

export const DELETE = publicRoute<{ id: string }>(async (request, { id }) => {
  await deleteBlob(await contextFromRequest(request, ['write']), id)
  return new Response(null, { status: 204 })
})

export const { POST, PUT, PATCH, OPTIONS } = crossOriginMethods(['GET', 'HEAD', 'DELETE'])
