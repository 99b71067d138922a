import { metrics } from '#lib/monitoring/metrics/registry.ts'
import { requireMetricsToken } from '#lib/monitoring/metrics/require-metrics-token.ts'
import { siteExposition } from '#lib/monitoring/metrics/site-exposition.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'

export const dynamic = 'force-dynamic'

export const GET = httpRoute(async (request) => {
  requireMetricsToken(request.headers.get('authorization'))
  return new Response(await siteExposition(), {
    headers: { 'content-type': metrics().registry.contentType, 'cache-control': 'no-store' },
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
