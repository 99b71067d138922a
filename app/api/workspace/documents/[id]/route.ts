import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { getOpenText } from '#lib/vault/workspace/get-workspace.ts'
import { requireWorkspaceOwner } from '#lib/vault/workspace/workspace-view.ts'

export const GET = httpRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromPage(request)
  const owner = requireWorkspaceOwner(ctx, new URL(request.url).searchParams.get('organisation'))
  return getOpenText(ctx.db, owner, id)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
