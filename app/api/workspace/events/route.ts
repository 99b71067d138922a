import { z } from 'zod'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { streamEvents } from '#lib/protocols/http/responses/stream-events.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { watchWorkspace } from '#lib/vault/workspace/watch-workspace.ts'

const EventsQuery = z.object({ page: z.uuid(), vault: z.literal('1').optional() })

export const GET = httpRoute(async (request) => {
  const params = parseFields(EventsQuery, Object.fromEntries(new URL(request.url).searchParams))
  const ctx = await contextFromPage(request)
  const watched = { pageId: params.page, showsVault: params.vault === '1' }
  return streamEvents(request.signal, (send, signal, open) =>
    watchWorkspace(ctx, watched, { send, open }, signal),
  )
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
