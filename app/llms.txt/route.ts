import { guideGroups } from '#components/docs/guide.ts'
import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { crossOriginMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { llmsText } from '#lib/protocols/skills-protocol/llms-text.ts'

const SKILL = 'guildhall.text_tools.text_statistics'

export function GET(request: Request): Response {
  const chapters = guideGroups().flatMap(({ pages }) =>
    pages.map(({ href, title, summary }) => ({ href, title, text: summary })),
  )
  const text = llmsText(publicOrigin(request.headers), chapters, SKILL)
  return readableAnywhere(
    new Response(text, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
    }),
  )
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
