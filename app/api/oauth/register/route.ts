import { registerClient } from '#lib/oauth/register-client.ts'
import { answerOAuth } from '#lib/protocol/answer-oauth.ts'
import { answerPreflight } from '#lib/protocol/cross-origin.ts'
import { readJsonBody } from '#lib/protocol/read-body.ts'
import { addressFrom } from '#lib/session/address-from.ts'
import { contextOfVisitor } from '#lib/session/of-visitor.ts'

const MAX_BODY_BYTES = 64 * 1024

/** A program makes itself known. Source: RFC 7591. */
export function POST(request: Request): Promise<Response> {
  return answerOAuth(async () => {
    const address = addressFrom(request.headers.get('x-forwarded-for'))
    return registerClient(contextOfVisitor(), await readJsonBody(request, MAX_BODY_BYTES), address)
  }, 201)
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}
