import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { crossOriginMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { serverCard } from '#lib/protocols/mcp/registry.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

/** The server card, for clients that know only the host. */
export function GET({ headers }: Request): Response {
  return readableAnywhere(Response.json(serverCard(publicOrigin(headers))))
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
