import { openSkill } from '#lib/agents/open-skill.ts'
import { exportTool, parseToolFormat } from '#lib/exports/export-tool.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextOfReader } from '#lib/session/of-reader.ts'

type Props = { params: Promise<{ name: string }> }

/** A skill as a tool for `?format=openai|anthropic|mcp|gemini`, in `?version=`; private ones with a key. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextOfReader(request)
    const query = new URL(request.url).searchParams
    const format = parseToolFormat(query.get('format'))
    const version = query.get('version') ?? undefined
    return exportTool(await openSkill(ctx, { name: (await params).name, version }), format)
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
