import { restAutomation } from '#lib/automations/automation-view.ts'
import { listAutomations } from '#lib/automations/list-automations.ts'
import { createAutomation } from '#lib/automations/manage-automations.ts'
import { restAutomationPage } from '#lib/automations/rest-automation.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

/** Escaping can make 1 MiB of JSON six times as long. */
const MAX_BODY_BYTES = 6 * 1024 * 1024
const NO_STORE = { headers: { 'cache-control': 'no-store' } }

export const POST = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['run'])
  const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/input' })
  const { id, secret } = await createAutomation(ctx, body)
  const made = { ...(await restAutomationPage(ctx, id)), ...(secret && { secret }) }
  return Response.json(made, { status: 201, ...NO_STORE })
})

export const GET = publicRoute(async (request) => {
  const automations = await listAutomations(await contextFromKey(request, ['run', 'read']))
  return { automations: automations.map(restAutomation) }
})

export const { PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET', 'POST'])
