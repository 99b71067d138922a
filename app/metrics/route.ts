import { httpRoute, otherMethods } from '#lib/http/responses/other-methods.ts'
import { metrics } from '#lib/metrics/registry.ts'
import { requireMetricsToken } from '#lib/metrics/require-metrics-token.ts'
import { siteExposition } from '#lib/metrics/site-exposition.ts'

export const dynamic = 'force-dynamic'

export const GET = httpRoute(async (request) => {
  requireMetricsToken(request.headers.get('authorization'))
  return new Response(await siteExposition(), {
    headers: { 'content-type': metrics().registry.contentType, 'cache-control': 'no-store' },
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
