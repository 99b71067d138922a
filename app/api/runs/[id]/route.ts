import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { runResponse } from '#lib/http/responses/rest-answers.ts'
import { getRun } from '#lib/runs/views/get-run.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    return runResponse(await getRun(ctx, (await params).id))
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}

export const { POST, PUT, PATCH, DELETE } = otherMethods(['GET'])
