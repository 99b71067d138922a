import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { getWholeSharedRun } from '#lib/runs/views/share-run.ts'
import { contextFromPage } from '#lib/session/context/context-from-request.ts'

type Props = { params: Promise<{ token: string }> }

/** Too large to be part of its page. */
export function GET(request: Request, { params }: Props): Promise<Response> {
  return httpResponse(async () => {
    const { run } = await getWholeSharedRun(await contextFromPage(request), (await params).token)
    return Response.json(run, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } })
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
