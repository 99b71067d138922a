/** The same answer as `getHealth`, for the page that only admins see. Floor 3. */
import { type Context, requireAdmin } from '../context.ts'
import { getHealth, type Health } from './get-health.ts'

/** Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but admins. */
export async function getStatus(ctx: Context): Promise<Health> {
  requireAdmin(ctx)
  return getHealth(ctx.db, ctx.sandbox)
}
