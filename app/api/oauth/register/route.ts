import { readJsonBody } from '#lib/http/requests/read-body.ts'
import { oauthResponse } from '#lib/http/responses/oauth-response.ts'
import { asOAuth, crossOriginMethods } from '#lib/http/responses/other-methods.ts'
import { registerClient } from '#lib/oauth/register-client.ts'
import { contextOfCaller } from '#lib/session/context/context-of-visitor.ts'
import { addressFrom } from '#lib/session/network/address-from.ts'

const MAX_BODY_BYTES = 64 * 1024

export function POST(request: Request): Promise<Response> {
  return oauthResponse(async () => {
    const address = addressFrom(request.headers.get('x-forwarded-for'))
    const ctx = await contextOfCaller(request)
    return registerClient(ctx, await readJsonBody(request, MAX_BODY_BYTES), address)
  }, 201)
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'], asOAuth)
