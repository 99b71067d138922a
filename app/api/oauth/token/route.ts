import { oauthResponse, readFormFields } from '#lib/http/responses/oauth-response.ts'
import { asOAuth, crossOriginMethods } from '#lib/http/responses/other-methods.ts'
import { exchangeToken } from '#lib/oauth/exchange-token.ts'
import { contextOfCaller } from '#lib/session/context/context-of-visitor.ts'
import { publicOrigin } from '#lib/session/network/caller-address.ts'

export function POST(request: Request): Promise<Response> {
  return oauthResponse(async () =>
    exchangeToken(
      await contextOfCaller(request),
      await readFormFields(request),
      publicOrigin(request.headers),
    ),
  )
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'], asOAuth)
