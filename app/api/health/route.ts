/** For monitors and the supervisor: 200 when everything works, 503 naming the part that does not. */
import { getHealth } from '#lib/health/get-health.ts'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const health = await getHealth()
  return Response.json(health, {
    status: health.ok ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}
