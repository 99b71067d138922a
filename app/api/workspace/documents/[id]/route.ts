import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/session/context/context-from-request.ts'
import { getOpenText } from '#lib/workspace/get-workspace.ts'
import { requireWorkspaceOwner } from '#lib/workspace/workspace-view.ts'

type Props = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Props): Promise<Response> {
  return httpResponse(async () => {
    const ctx = await contextFromPage(request)
    const owner = requireWorkspaceOwner(ctx, new URL(request.url).searchParams.get('organisation'))
    return getOpenText(ctx.db, owner, (await params).id)
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
