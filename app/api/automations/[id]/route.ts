import { deleteAutomation } from '#lib/automations/manage-automations.ts'
import { patchAutomation, restAutomationPage } from '#lib/automations/rest-automation.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

const MAX_BODY_BYTES = 6 * 1024 * 1024

export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run', 'read'])
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  return await restAutomationPage(ctx, id, after)
})

export const PATCH = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['run'])
  await patchAutomation(ctx, id, await readJsonBody(request, MAX_BODY_BYTES, { exact: '/input' }))
  return await restAutomationPage(ctx, id)
})

export const DELETE = publicRoute<{ id: string }>(async (request, { id }) => {
  await deleteAutomation(await contextFromKey(request, ['run']), id)
  return new Response(null, { status: 204 })
})

export const { POST, PUT, OPTIONS } = crossOriginMethods(['GET', 'PATCH', 'DELETE'])
