import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { listServerVersions } from '#lib/protocols/mcp/registry.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

export const GET = publicRoute<{ serverName: string }>(async (request, { serverName }) => {
  const ctx = await contextOfReader(request, ['read', 'run'])
  const origin = publicOrigin(request.headers)
  return Response.json(await listServerVersions(ctx, serverName, origin))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
