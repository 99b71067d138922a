import { z } from 'zod'
import {
  emailField,
  hashPassword,
  newPasswordField,
  passwordField,
  verifyPassword,
} from '../auth/credentials.ts'
import {
  enforceRateLimit,
  limitSignInAttempts,
  RATE_LIMITS,
  type SignInOrigin,
} from '../auth/enforce-rate-limit.ts'
import { deleteExpiredSessions, insertRevokedSession } from '../auth/rows/live-access.ts'
import { deleteSessionRow } from '../auth/rows/session-rows.ts'
import type { Context } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { nameField } from '../kernel/validation/text-fields.ts'
import { countAttempt } from '../settings/rows/rate-limits.ts'
import { findActiveRestriction } from '../settings/rows/restriction-rows.ts'
import { mailVerification } from './confirm-email.ts'
import { requireDistinctName } from './require-distinct-name.ts'
import { findCredentials, insertUser, type UserRow } from './rows/users.ts'
import { requireSignUp } from './sign-up-policy.ts'

const signInFields = z.object({ email: emailField, password: passwordField })

/**
 * Throws INVALID_INPUT, UNAUTHENTICATED with one message for every cause, POLICY_DENIED for a locked account, and
 * RATE_LIMIT_EXCEEDED.
 */
export async function checkSignIn(ctx: Context, given: unknown, origin: SignInOrigin): Promise<UserRow> {
  const { email, password } = parseFields(signInFields, given)
  const uncountAttempt = await limitSignInAttempts(ctx.db, email, origin)

  const found = await findCredentials(ctx.db, { email })
  const matches = await verifyPassword(password, found?.passwordHash)
  if (!found || !matches) {
    throw new AppError('UNAUTHENTICATED', {
      message: 'Incorrect email or password.',
      suggestedAction: 'Check both and try again.',
    })
  }

  // Only the right password reveals the suspension.
  if (found.lockedAt) {
    const { reason } = (await findActiveRestriction(ctx.db, { userId: found.id })) ?? {}
    throw new AppError('POLICY_DENIED', {
      message: reason ? `This account is suspended: ${reason}` : 'This account is locked.',
      suggestedAction: 'Contact an admin of this site.',
    })
  }
  await uncountAttempt()
  const { id, name, role, sessionVersion } = found
  return { id, email: found.email, name, role, sessionVersion }
}

// zod drops fields that are not listed, so that nobody signs up with a `role`.
const signUpFields = z.object({
  name: nameField,
  email: emailField,
  password: newPasswordField,
  invitation: z.string().max(200).optional(),
})

/**
 * Throws INVALID_INPUT by field, CONFLICT if the email has an account, POLICY_DENIED if the site's policy excludes it,
 * and RATE_LIMIT_EXCEEDED.
 */
export async function signUp(ctx: Context, given: unknown, address: string): Promise<UserRow> {
  const { name, email, password, invitation } = parseFields(signUpFields, given)
  await enforceRateLimit(ctx.db, RATE_LIMITS.signUpByAddress, address)
  await requireSignUp(ctx.db, { email, token: invitation })
  await requireDistinctName(ctx.db, { name })
  // Repeated sign-ups could otherwise flood another person's address.
  const isFrequent = (await countAttempt(ctx.db, RATE_LIMITS.mailByRecipient, email)) > 0
  const passwordHash = await hashPassword(password)
  const user = await ctx.db.$transaction(async (tx) => {
    const made = await insertUser(tx, { name, email, passwordHash })
    if (made && !isFrequent) await mailVerification(tx, made)
    return made
  })
  if (!user) {
    const message = 'An account with this email already exists.'
    throw new AppError('CONFLICT', {
      message,
      suggestedAction: 'Sign in instead.',
      issues: [{ path: '/email', message }],
    })
  }
  return user
}

/** The lifetime of a token. A revocation is stored as long, because a revoked session gets no new token. */
const TOKEN_MS = 30 * 86_400_000

export async function revokeSession({ db, sessionId }: Pick<Context, 'db' | 'sessionId'>): Promise<void> {
  if (sessionId === undefined) return
  await db.$transaction(async (tx) => {
    await insertRevokedSession(tx, sessionId, sessionEnd())
    await deleteSessionRow(tx, sessionId)
  })
}

/** Returns when a session's last token has expired. */
export function sessionEnd(): Date {
  return new Date(Date.now() + TOKEN_MS)
}

export async function sweepExpiredSessions({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteExpiredSessions(db, { now: new Date(), seenBefore: new Date(Date.now() - TOKEN_MS) })
}
