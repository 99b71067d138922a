import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { openSkill } from '#lib/protocols/skills-protocol/open-skill.ts'
import { exportProtocolTool, exportTool, parseToolFormat } from '#lib/protocols/tool-formats/export-tool.ts'

/** `?format=` is openai, openai-responses, anthropic, mcp or gemini. Private skills need a key. */
export const GET = publicRoute<{ name: string }>(async (request, { name }) => {
  const ctx = await contextOfReader(request)
  const query = new URL(request.url).searchParams
  const format = parseToolFormat(query.get('format'))
  const version = query.get('version') ?? undefined
  return exportProtocolTool(name, format) ?? exportTool(await openSkill(ctx, { name, version }), format)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
