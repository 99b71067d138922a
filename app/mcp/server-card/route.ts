import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { crossOriginMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { serverCard } from '#lib/protocols/mcp/registry.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

/** Describes the MCP server to clients that have not connected (SEP-2127). */
export function GET({ headers }: Request): Response {
  return readableAnywhere(Response.json(serverCard(publicOrigin(headers))))
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
