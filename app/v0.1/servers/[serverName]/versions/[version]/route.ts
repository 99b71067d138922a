import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { getServer } from '#lib/protocols/mcp/registry.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

/** `version` is a number, or `latest`. */
export const GET = publicRoute<{ serverName: string; version: string }>(
  async (request, { serverName, version }) => {
    const ctx = await contextOfReader(request, ['read', 'run'])
    const origin = publicOrigin(request.headers)
    return Response.json(await getServer(ctx, { name: serverName, version, origin }))
  },
)

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
