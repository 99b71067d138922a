import { revokeToken } from '#lib/auth/oauth/exchange-token.ts'
import { oauthResponse, readFormFields } from '#lib/protocols/http/responses/oauth-response.ts'
import { asOAuth, crossOriginMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfCaller } from '#lib/protocols/session/context/context-of-visitor.ts'

export function POST(request: Request): Promise<Response> {
  return oauthResponse(async () => {
    await revokeToken(await contextOfCaller(request), await readFormFields(request))
    return {}
  })
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'], asOAuth)
