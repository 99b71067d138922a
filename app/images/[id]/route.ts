import { RATE_LIMITS } from '#lib/auth/enforce-rate-limit.ts'
import { getImage } from '#lib/blobs/images/images.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'

// The URL is derived from the content, so caches may store it forever. The other headers stop browsers from
// interpreting the bytes as anything but an image.
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export const GET = httpRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromPage(request, 'rest', RATE_LIMITS.imageByAddress)
  const { mime, bytes } = await getImage(ctx, id)
  return new Response(new Uint8Array(bytes), { headers: { ...HEADERS, 'content-type': mime } })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
