import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { exportRuns } from '#lib/runs/views/export-runs.ts'

/** Exports runs with the page's filters: /api/runs?format=csv or ?format=json. */
export const GET = httpRoute(async (request) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { text, contentType, name } = await exportRuns(await contextFromPage(request), query)
  const headers = {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  }
  return new Response(text, { headers })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
