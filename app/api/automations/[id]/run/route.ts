import { runAutomationNow } from '#lib/automations/manage-automations.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { RUN_AUTOMATION } from '#lib/protocols/openapi/automation-endpoints.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

export const POST = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run'])
  return jsonResponse(RUN_AUTOMATION, 202, await runAutomationNow(ctx, id))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
