import type { JsonObject } from '#lib/kernel/json/json.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { SEARCH_SKILLS } from '#lib/protocols/openapi/skill-endpoints.ts'
import { authenticateBearer } from '#lib/protocols/session/context/context-from-key.ts'
import { listSkills } from '#lib/protocols/skills-protocol/list-skills.ts'
import { callProtocolTool } from '#lib/protocols/skills-protocol/protocol-tool.ts'

/** Twice what `have` and `want` may take, because escaping takes room, too. */
const MAX_BODY_BYTES = 1024 * 1024

/** As at /rpc. */
const MAX_VISITOR_BODY_BYTES = 64 * 1024

/** Takes the params of list_skills. Without a key, and with one without the scope “read”, it finds public skills. */
export const POST = publicRoute(async (request) => {
  const { ctx } = await authenticateBearer(request, 'rest')
  const params = await readJsonBody(request, ctx.viewer ? MAX_BODY_BYTES : MAX_VISITOR_BODY_BYTES)
  const found = await callProtocolTool(ctx, listSkills, params)
  return jsonResponse(SEARCH_SKILLS, 200, found as JsonObject)
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
