import { CHAPTERS } from '#components/docs/chapters.ts'
import { llmsText } from '#lib/agents/llms-text.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

const SKILL = 'guildhall.text_tools.text_statistics'

/** For agents: what this is and where to begin. */
export function GET(request: Request): Response {
  const text = llmsText(publicOrigin(request.headers), CHAPTERS, SKILL)
  return readableAnywhere(
    new Response(text, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
    }),
  )
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
