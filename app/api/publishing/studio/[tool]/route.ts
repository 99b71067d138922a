import { AppError } from '#lib/kernel/errors.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { STUDIO_TOOLS } from '#lib/protocols/mcp/studio-tools.ts'
import { callBoxTool } from '#lib/protocols/mcp/tool-box.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { CALL_STUDIO_TOOL } from '#lib/protocols/openapi/studio-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

const MAX_BODY_BYTES = 4 * 1024 * 1024

/** Calls a tool of `/mcp?for=studio` with its params as the body, for programs that do not speak MCP. */
export const POST = httpRoute<{ tool: string }>(async (request, { tool: name }) => {
  const ctx = await contextFromKey(request, ['publish'], 'studio')
  const tool = STUDIO_TOOLS.find((each) => each.name === name)
  if (!tool)
    throw new AppError('NOT_FOUND', {
      message: `There is no tool “${name.slice(0, 100)}”.`,
      suggestedAction: `Use one of ${STUDIO_TOOLS.map((each) => each.name).join(', ')}.`,
    })
  const params = await readJsonBody(request, MAX_BODY_BYTES)
  const result = await callBoxTool(ctx, tool, params, publicOrigin(request.headers))
  return jsonResponse(CALL_STUDIO_TOOL, 200, result)
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
