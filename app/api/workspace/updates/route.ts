import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { requireSameOrigin } from '#lib/protocols/session/network/require-same-origin.ts'
import { MAX_PUSH_BYTES, pushUpdates } from '#lib/vault/workspace/push-updates.ts'
import { requireWorkspaceOwner } from '#lib/vault/workspace/workspace-view.ts'

/** Applies edits of an open text and returns those made in between. `?organisation` is the one that the page shows. */
export const POST = httpRoute(async (request) => {
  requireSameOrigin(request)
  const ctx = await contextFromPage(request)
  const owner = requireWorkspaceOwner(ctx, new URL(request.url).searchParams.get('organisation'))
  return pushUpdates(ctx.db, owner, await readJsonBody(request, MAX_PUSH_BYTES))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
