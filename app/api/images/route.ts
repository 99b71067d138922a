import { MAX_IMAGE_BYTES } from '#lib/contract/market/image-kind.ts'
import { fetchImage } from '#lib/images/fetch-image.ts'
import { uploadImage } from '#lib/images/images.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readBody } from '#lib/protocol/read-body.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { requireSameOrigin } from '#lib/session/same-origin.ts'

/** Takes one picture as the request's body, or fetches the one `?from=` names, and answers where it is served. */
export function POST(request: Request): Promise<Response> {
  return answerHttp(async () => {
    requireSameOrigin(request)
    const ctx = await contextFromCookie('studio')
    const from = new URL(request.url).searchParams.get('from')
    if (from !== null) return fetchImage(ctx, from)
    return uploadImage(ctx, await readBody(request, MAX_IMAGE_BYTES))
  })
}
