import { fetchImage, uploadImage } from '#lib/blobs/images/images.ts'
import { MAX_IMAGE_BYTES } from '#lib/blobs/model/image-limits.ts'
import { requireViewer } from '#lib/context/context.ts'
import { readBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { requireSameOrigin } from '#lib/protocols/session/network/require-same-origin.ts'

export const POST = httpRoute(async (request) => {
  requireSameOrigin(request)
  const ctx = await contextFromPage(request, 'studio')
  requireViewer(ctx)
  const from = new URL(request.url).searchParams.get('from')
  if (from !== null) return fetchImage(ctx, from)
  return uploadImage(ctx, await readBody(request, MAX_IMAGE_BYTES))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
