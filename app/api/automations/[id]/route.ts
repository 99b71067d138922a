import { deleteAutomation } from '#lib/automations/manage-automations.ts'
import { patchAutomation, restAutomationPage } from '#lib/automations/rest-automation.ts'
import { readJsonBody } from '#lib/http/requests/read-body.ts'
import { crossOriginMethods, publicResponse } from '#lib/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

const MAX_BODY_BYTES = 6 * 1024 * 1024

export function GET(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    const after = new URL(request.url).searchParams.get('after') ?? undefined
    return await restAutomationPage(ctx, (await params).id, after)
  })
}

export function PATCH(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    const ctx = await contextFromKey(request, ['run'])
    const { id } = await params
    await patchAutomation(ctx, id, await readJsonBody(request, MAX_BODY_BYTES, { exact: '/input' }))
    return await restAutomationPage(ctx, id)
  })
}

export function DELETE(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    await deleteAutomation(await contextFromKey(request, ['run']), (await params).id)
    return new Response(null, { status: 204 })
  })
}

export const { POST, PUT, OPTIONS } = crossOriginMethods(['GET', 'PATCH', 'DELETE'])
