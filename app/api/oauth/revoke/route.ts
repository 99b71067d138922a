import { oauthResponse, readFormFields } from '#lib/http/responses/oauth-response.ts'
import { asOAuth, crossOriginMethods } from '#lib/http/responses/other-methods.ts'
import { revokeToken } from '#lib/oauth/exchange-token.ts'
import { contextOfCaller } from '#lib/session/context/context-of-visitor.ts'

export function POST(request: Request): Promise<Response> {
  return oauthResponse(async () => {
    await revokeToken(await contextOfCaller(request), await readFormFields(request))
    return {}
  })
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'], asOAuth)
