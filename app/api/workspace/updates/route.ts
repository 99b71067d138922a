import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readJsonBody } from '#lib/protocol/read-body.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { requireSameOrigin } from '#lib/session/same-origin.ts'
import { ownWorkspace } from '#lib/workspace/own-workspace.ts'
import { MAX_PUSH_BYTES, pushUpdates } from '#lib/workspace/push-updates.ts'

/** What was typed on the Vault page, and back what came in between. `?organisation` is the one the page shows. */
export function POST(request: Request): Promise<Response> {
  return answerHttp(async () => {
    requireSameOrigin(request)
    const ctx = await contextFromCookie('rest')
    const owner = ownWorkspace(ctx, new URL(request.url).searchParams.get('organisation'))
    return pushUpdates(ctx.db, owner, await readJsonBody(request, MAX_PUSH_BYTES))
  })
}
