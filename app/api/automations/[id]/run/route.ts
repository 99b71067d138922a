import { runAutomationNow } from '#lib/automations/manage-automations.ts'
import { crossOriginMethods, publicResponse } from '#lib/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

export function POST(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    const ctx = await contextFromKey(request, ['run'])
    return Response.json(await runAutomationNow(ctx, (await params).id), { status: 202 })
  })
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
