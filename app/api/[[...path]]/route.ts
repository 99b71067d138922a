import { unknownRoute } from '#lib/protocols/http/requests/auth-request.ts'
import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { httpResponse } from '#lib/protocols/http/responses/other-methods.ts'

async function answer({ url }: Request): Promise<Response> {
  return readableAnywhere(
    await httpResponse(async () => {
      throw unknownRoute(url)
    }),
  )
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as PATCH, answer as POST, answer as PUT }
