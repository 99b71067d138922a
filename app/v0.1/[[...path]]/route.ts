import { AppError } from '#lib/kernel/errors.ts'
import { crossOriginMethods, publicResponse } from '#lib/protocols/http/responses/other-methods.ts'

/** Clients of a registry read JSON, also of an address that it does not have. */
function refuse({ url }: Request): Promise<Response> {
  return publicResponse(async () => {
    throw new AppError('NOT_FOUND', {
      message: `This registry has nothing at ${new URL(url).pathname.slice(0, 200)}.`,
      suggestedAction: 'GET /v0.1/servers lists its servers.',
    })
  })
}

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as PATCH, refuse as POST, refuse as PUT }

export const { OPTIONS } = crossOriginMethods([])
