/** Who somebody is, by email and password. Floor 3. */
import { z } from 'zod'
import type { Context } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { forgetAttempts, forgiveAttempt } from '../db/rate-limits.ts'
import { findCredentials, type UserRow } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { emailField, passwordField } from './fields.ts'
import { verifyPassword } from './password.ts'
import { LIMITS, requireAttempt } from './throttle.ts'

const signInFields = z.object({ email: emailField, password: passwordField })

/**
 * Returns the person whose email and password these are. `address` is where the call came from.
 *
 * Throws INVALID_INPUT, UNAUTHENTICATED with one sentence whatever was wrong (so that nobody learns who has an
 * account here), POLICY_DENIED for a locked account, and RATE_LIMIT_EXCEEDED.
 */
export async function checkSignIn(ctx: Context, given: unknown, address: string): Promise<UserRow> {
  const { email, password } = parseWith(signInFields, given)
  await requireAttempt(ctx.db, LIMITS.signInByEmail, email)
  await requireAttempt(ctx.db, LIMITS.signInByAddress, address)

  const found = await findCredentials(ctx.db, { email })
  const matches = await verifyPassword(password, found?.passwordHash)
  if (!found || !matches) {
    throw new AppError('UNAUTHENTICATED', {
      message: 'The email or the password is wrong.',
      suggestedAction: 'Check both, then try again.',
    })
  }

  // Only who knows the password learns it.
  if (found.lockedAt) {
    throw new AppError('POLICY_DENIED', {
      message: 'This account is locked.',
      suggestedAction: 'Ask whoever runs this Guildhall.',
    })
  }
  await forgetAttempts(ctx.db, LIMITS.signInByEmail, email)
  await forgiveAttempt(ctx.db, LIMITS.signInByAddress, address)
  const { passwordHash: _, lockedAt: __, ...user } = found
  return user
}
