import { deleteAutomation } from '#lib/automations/manage-automations.ts'
import { patchAutomation, restAutomationPage } from '#lib/automations/rest-automation.ts'
import { readJsonBody } from '#lib/http/requests/read-body.ts'
import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

const MAX_BODY_BYTES = 6 * 1024 * 1024
const NO_STORE = { headers: { 'cache-control': 'no-store' } }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    const after = new URL(request.url).searchParams.get('after') ?? undefined
    return Response.json(await restAutomationPage(ctx, (await params).id, after), NO_STORE)
  })
  return readableAnywhere(answer)
}

export async function PATCH(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromKey(request, ['run'])
    const { id } = await params
    await patchAutomation(ctx, id, await readJsonBody(request, MAX_BODY_BYTES, { exact: '/input' }))
    return Response.json(await restAutomationPage(ctx, id), NO_STORE)
  })
  return readableAnywhere(answer)
}

export async function DELETE(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    await deleteAutomation(await contextFromKey(request, ['run']), (await params).id)
    return new Response(null, { status: 204 })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET, PATCH, DELETE')
}

export const { POST, PUT } = otherMethods(['GET', 'PATCH', 'DELETE'])
