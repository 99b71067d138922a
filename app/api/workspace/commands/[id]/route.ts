import { z } from 'zod'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/session/context/context-from-request.ts'
import { requireSameOrigin } from '#lib/session/network/require-same-origin.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { acknowledgeCommand } from '#lib/workspace/workspace-notifications.ts'
import { requireWorkspaceOwner } from '#lib/workspace/workspace-view.ts'

type Props = { params: Promise<{ id: string }> }

/** The page has carried out the command. */
export function POST(request: Request, { params }: Props): Promise<Response> {
  return httpResponse(async () => {
    requireSameOrigin(request)
    const ctx = await contextFromPage(request)
    const id = parseFields(z.uuid(), (await params).id)
    await acknowledgeCommand(ctx.db, requireWorkspaceOwner(ctx), id)
    return new Response(null, { status: 204 })
  })
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
