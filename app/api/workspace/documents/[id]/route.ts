import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { getOpenText } from '#lib/workspace/get-workspace.ts'
import { ownWorkspace } from '#lib/workspace/own-workspace.ts'

type Props = { params: Promise<{ id: string }> }

/** An open text of the Vault page, as its editor begins with it. */
export function GET(request: Request, { params }: Props): Promise<Response> {
  return answerHttp(async () => {
    const ctx = await contextFromCookie('rest')
    const owner = ownWorkspace(ctx, new URL(request.url).searchParams.get('organisation'))
    return getOpenText(ctx.db, owner, (await params).id)
  })
}
