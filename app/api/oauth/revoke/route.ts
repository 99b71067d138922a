import { revokeToken } from '#lib/oauth/revoke-token.ts'
import { answerOAuth, readFormFields } from '#lib/protocol/answer-oauth.ts'
import { answerPreflight } from '#lib/protocol/cross-origin.ts'
import { contextOfCaller } from '#lib/session/of-visitor.ts'

/** A program lets go of what it was given. Source: RFC 7009. */
export function POST(request: Request): Promise<Response> {
  return answerOAuth(async () => {
    await revokeToken(await contextOfCaller(request), await readFormFields(request))
    return {}
  })
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}
