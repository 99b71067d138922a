import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { listServers } from '#lib/protocols/mcp/registry.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

/** The list of an MCP registry: this site, and its public SkillSets as servers. */
export const GET = publicRoute(async (request) => {
  const ctx = await contextOfReader(request, ['read', 'run'])
  const { searchParams } = new URL(request.url)
  return Response.json(await listServers(ctx, searchParams, publicOrigin(request.headers)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
