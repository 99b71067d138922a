import { serverMetadata } from '#lib/auth/oauth/oauth-metadata.ts'
import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { crossOriginMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

export function GET({ headers }: Request): Response {
  return readableAnywhere(Response.json(serverMetadata(publicOrigin(headers))))
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
