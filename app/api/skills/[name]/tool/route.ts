import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { EXPORT_TOOL } from '#lib/protocols/openapi/skill-endpoints.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { openSkill } from '#lib/protocols/skills-protocol/open-skill.ts'
import { exportProtocolTool, exportTool, parseToolFormat } from '#lib/protocols/tool-formats/export-tool.ts'

/**
 * Returns a skill as a tool definition. `?format=` is openai, openai-responses, anthropic, mcp or gemini. Private skills
 * need a key.
 */
export const GET = publicRoute<{ name: string }>(async (request, { name }) => {
  const ctx = await contextOfReader(request)
  const query = new URL(request.url).searchParams
  const format = parseToolFormat(query.get('format'))
  const version = query.get('version') ?? undefined
  const tool = exportProtocolTool(name, format) ?? exportTool(await openSkill(ctx, { name, version }), format)
  return jsonResponse(EXPORT_TOOL, 200, tool)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
