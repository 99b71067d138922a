import { toRestAutomation } from '#lib/automations/automation-view.ts'
import { listAutomations } from '#lib/automations/list-automations.ts'
import { createAutomation } from '#lib/automations/manage-automations.ts'
import { getRestAutomation } from '#lib/automations/rest-automation.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { CREATE_AUTOMATION, LIST_AUTOMATIONS } from '#lib/protocols/openapi/automation-endpoints.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

/** Six times the limit of 1 MiB, because escaping can make JSON so much longer. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

export const POST = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['run'])
  const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/input' })
  const { id, secret, token } = await createAutomation(ctx, body)
  const automation = {
    ...(await getRestAutomation(ctx, id)),
    ...(secret && { secret }),
    ...(token && { token }),
  }
  return jsonResponse(CREATE_AUTOMATION, 201, automation)
})

export const GET = publicRoute(async (request) => {
  const automations = await listAutomations(await contextFromKey(request, ['run', 'read']))
  return jsonResponse(LIST_AUTOMATIONS, 200, { automations: automations.map(toRestAutomation) })
})

export const { PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET', 'POST'])
