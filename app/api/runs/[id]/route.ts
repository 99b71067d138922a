import { crossOriginMethods, publicResponse } from '#lib/http/responses/other-methods.ts'
import { runResponse } from '#lib/http/responses/rest-answers.ts'
import { getRun } from '#lib/runs/views/get-run.ts'
import { contextFromKey } from '#lib/session/context/context-from-key.ts'

type Props = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    return runResponse(await getRun(ctx, (await params).id))
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
