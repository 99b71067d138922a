import { serverMetadata } from '#lib/oauth/metadata.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

/** Who gives tokens here. Source: RFC 8414. */
export function GET({ headers }: Request): Response {
  return readableAnywhere(Response.json(serverMetadata(publicOrigin(headers))))
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
