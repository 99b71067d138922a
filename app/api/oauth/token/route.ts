import { exchangeToken } from '#lib/oauth/exchange-token.ts'
import { answerOAuth, readFormFields } from '#lib/protocol/answer-oauth.ts'
import { answerPreflight } from '#lib/protocol/cross-origin.ts'
import { contextOfCaller } from '#lib/session/of-visitor.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

/** A code or a refresh token for a pair of tokens. Source: OAuth 2.1 §3.2. */
export function POST(request: Request): Promise<Response> {
  return answerOAuth(async () =>
    exchangeToken(
      await contextOfCaller(request),
      await readFormFields(request),
      publicOrigin(request.headers),
    ),
  )
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}
