/** Reads GUILDHALL_REQUIRE_SECOND_FACTOR: "admins", "publishers" or both. */
import type { Context } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { hasSecondFactor } from './rows/factor-rows.ts'

type FactorAudience = 'admins' | 'publishers'

export function isFactorRequired(
  audience: FactorAudience,
  setting = process.env.GUILDHALL_REQUIRE_SECOND_FACTOR ?? '',
): boolean {
  return setting
    .split(',')
    .map((each) => each.trim())
    .includes(audience)
}

/** Throws PRECONDITION_FAILED if this site requires a second factor of the person, who has none. Programs pass. */
export async function requireSecondFactor(
  { db, viewer, sessionId }: Context,
  audience: FactorAudience,
): Promise<void> {
  if (!viewer || sessionId === undefined || !isFactorRequired(audience)) return
  if (await hasSecondFactor(db, viewer.userId)) return
  throw new AppError('PRECONDITION_FAILED', {
    message: 'This site requires a second factor for this.',
    suggestedAction: 'Set up an authenticator app or a passkey under Settings → Security.',
    href: paths.security,
  })
}
