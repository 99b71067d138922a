import { requireViewer } from '#lib/context/context.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { listMyHandles } from '#lib/publishing/drafts/choose-handle.ts'

/** Tells the command line whom its key acts for, and what it may do. */
export const GET = httpRoute(async (request) => {
  const ctx = await contextFromKey(request, [])
  const { name, organisationName, organisationRole } = requireViewer(ctx)
  return {
    ...{ name, organisation: organisationName, role: organisationRole.toLowerCase() },
    publishers: await listMyHandles(ctx),
    scopes: ctx.keyGrant?.scopes ?? [],
  }
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
