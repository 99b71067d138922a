import { deleteAutomation } from '#lib/automations/manage-automations.ts'
import { getRestAutomation, patchAutomation } from '#lib/automations/rest-automation.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { CHANGE_AUTOMATION, GET_AUTOMATION } from '#lib/protocols/openapi/automation-endpoints.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

const MAX_BODY_BYTES = 6 * 1024 * 1024

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  return jsonResponse(GET_AUTOMATION, 200, await getRestAutomation(ctx, id, after))
})

export const PATCH = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run'])
  await patchAutomation(ctx, id, await readJsonBody(request, MAX_BODY_BYTES, { exact: '/input' }))
  return jsonResponse(CHANGE_AUTOMATION, 200, await getRestAutomation(ctx, id))
})

export const DELETE = publicRoute<{ id: string }>(async (request, { id }) => {
  await deleteAutomation(await contextFromKey(request, ['run']), id)
  return new Response(null, { status: 204 })
})

export const { POST, PUT, OPTIONS } = crossOriginMethods(['GET', 'PATCH', 'DELETE'])
