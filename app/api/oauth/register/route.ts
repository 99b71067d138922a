import { registerClient } from '#lib/auth/oauth/register-client.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { oauthResponse } from '#lib/protocols/http/responses/oauth-response.ts'
import { asOAuth, crossOriginMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfCaller } from '#lib/protocols/session/context/context-of-visitor.ts'
import { addressFrom } from '#lib/protocols/session/network/address-from.ts'

const MAX_BODY_BYTES = 64 * 1024

export function POST(request: Request): Promise<Response> {
  return oauthResponse(async () => {
    const address = addressFrom(request.headers.get('x-forwarded-for'))
    const ctx = await contextOfCaller(request)
    return registerClient(ctx, await readJsonBody(request, MAX_BODY_BYTES), address)
  }, 201)
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'], asOAuth)
