import { runAutomationNow } from '#lib/automations/manage-automations.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

export const POST = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run'])
  return Response.json(await runAutomationNow(ctx, id), { status: 202 })
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
