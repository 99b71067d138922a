/** Whoever runs this Guildhall: the command line of its machine, and its admins. Floor 3. */
import { type Context, requireAdmin } from '../context.ts'

/** Throws UNAUTHENTICATED or POLICY_DENIED unless the call comes from the machine itself or from an admin. */
export function requireOperator(ctx: Context): void {
  // Only lib/session makes a Context, and it opens this door for programs on the machine alone.
  if (ctx.door !== 'system') requireAdmin(ctx)
}
