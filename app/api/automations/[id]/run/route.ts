import { runAutomationNow } from '#lib/automations/manage-automations.ts'
import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromKey(request, ['run'])
    return Response.json(await runAutomationNow(ctx, (await params).id), { status: 202 })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}

export const { GET, HEAD, PUT, PATCH, DELETE } = otherMethods(['POST'])
