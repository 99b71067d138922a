/** Reports the health of the site: 200, or 503 if a part has failed. */
import { getSharedHealth } from '#lib/monitoring/health/get-health.ts'
import { otherMethods } from '#lib/protocols/http/responses/other-methods.ts'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const health = await getSharedHealth()
  return Response.json(health, {
    status: health.ok ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
