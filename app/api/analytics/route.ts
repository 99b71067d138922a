import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { writeAnalytics } from '#lib/publishing/drafts/analytics.ts'

/** Exports the days of the page Analytics with its filters. */
export const GET = httpRoute(async (request) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const text = await writeAnalytics(await contextFromPage(request, 'studio'), query)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="guildhall-analytics.csv"',
    'cache-control': 'no-store',
  }
  return new Response(text, { headers })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
