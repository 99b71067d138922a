import { readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { crossOriginMethods } from '#lib/http/responses/other-methods.ts'
import { serverMetadata } from '#lib/oauth/oauth-metadata.ts'
import { publicOrigin } from '#lib/session/network/caller-address.ts'

export function GET({ headers }: Request): Response {
  return readableAnywhere(Response.json(serverMetadata(publicOrigin(headers))))
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
