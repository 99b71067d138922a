import { restAutomation } from '#lib/automations/automation-view.ts'
import { listAutomations } from '#lib/automations/list-automations.ts'
import { createAutomation } from '#lib/automations/manage-automations.ts'
import { restAutomationPage } from '#lib/automations/rest-automation.ts'
import { readJsonBody } from '#lib/http/requests/read-body.ts'
import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

/** 1 MiB of JSON, escaped. */
const MAX_BODY_BYTES = 6 * 1024 * 1024
const NO_STORE = { headers: { 'cache-control': 'no-store' } }

export async function POST(request: Request): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromKey(request, ['run'])
    const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/input' })
    const { id, secret } = await createAutomation(ctx, body)
    const made = { ...(await restAutomationPage(ctx, id)), ...(secret && { secret }) }
    return Response.json(made, { status: 201, ...NO_STORE })
  })
  return readableAnywhere(answer)
}

export async function GET(request: Request): Promise<Response> {
  const answer = await httpResponse(async () => {
    const automations = await listAutomations(await contextFromKey(request, ['run', 'read']))
    return Response.json({ automations: automations.map(restAutomation) }, NO_STORE)
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET, POST')
}

export const { PUT, PATCH, DELETE } = otherMethods(['GET', 'POST'])
