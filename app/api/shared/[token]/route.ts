import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { getWholeSharedRun } from '#lib/runs/views/share-run.ts'

/** Returns a run that is too large to be part of its page. */
export const GET = httpRoute<{ token: string }>(async (request, { token }) => {
  const { run } = await getWholeSharedRun(await contextFromPage(request), token)
  return Response.json(run, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
