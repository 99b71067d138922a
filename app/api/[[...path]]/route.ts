import { unknownRoute } from '#lib/protocols/http/requests/auth-request.ts'
import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { httpResponse } from '#lib/protocols/http/responses/other-methods.ts'

async function refuse({ url }: Request): Promise<Response> {
  return readableAnywhere(
    await httpResponse(async () => {
      throw unknownRoute(url)
    }),
  )
}

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as PATCH, refuse as POST, refuse as PUT }
