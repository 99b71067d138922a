/** The same answer as `getHealth`, and the sandbox's hosts one by one, for the page that only admins see. Floor 3. */
import { type Context, requireAdmin } from '../context.ts'
import type { HostHealth } from '../sandbox/sandbox.ts'
import { getHealth, type Health } from './get-health.ts'

export type Status = Health & { hosts: HostHealth[] }

/** Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but admins. */
export async function getStatus(ctx: Context): Promise<Status> {
  requireAdmin(ctx)
  const said = ctx.sandbox.health()
  const health = await getHealth(ctx.db, { health: () => said })
  const { hosts = [] } = await said
  return { ...health, hosts }
}
