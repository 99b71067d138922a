import { z } from 'zod'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { streamEvents } from '#lib/protocol/stream-events.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { watchWorkspace } from '#lib/workspace/watch-workspace.ts'

const query = z.object({ page: z.uuid(), vault: z.literal('1').optional() })

/** What a page hears while it is open, as server-sent events: commands, and with `?vault=1` its person's workspace. */
export function GET(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const asked = parseWith(query, Object.fromEntries(new URL(request.url).searchParams))
    const ctx = await contextFromCookie('rest')
    const watched = { pageId: asked.page, showsVault: asked.vault === '1' }
    return streamEvents(request.signal, (send, signal, open) =>
      watchWorkspace(ctx, watched, { send, open }, signal),
    )
  })
}
