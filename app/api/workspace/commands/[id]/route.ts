import { z } from 'zod'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { requireSameOrigin } from '#lib/protocols/session/network/require-same-origin.ts'
import { acknowledgeCommand } from '#lib/vault/workspace/workspace-notifications.ts'
import { requireWorkspaceOwner } from '#lib/vault/workspace/workspace-view.ts'

/** Reports that the page has executed the command. */
export const POST = httpRoute<{ id: string }>(async (request, { id }) => {
  requireSameOrigin(request)
  const ctx = await contextFromPage(request)
  const commandId = parseFields(z.uuid(), id)
  await acknowledgeCommand(ctx.db, requireWorkspaceOwner(ctx), commandId)
  return new Response(null, { status: 204 })
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
