/**
 * Re-authentication: whoever holds a session, perhaps on a lost device, proves again who they are before they do what
 * cannot be undone or gives others access.
 */

import { listLinkedSignInRows } from '../accounts/rows/linked-sign-in-rows.ts'
import { findCredentials } from '../accounts/rows/users.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { verifyPassword } from './credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from './enforce-rate-limit.ts'
import { findSecondFactors, hasSecondFactor } from './rows/factor-rows.ts'
import { findAuthenticatedAt, recordAuthenticatedAt } from './rows/session-rows.ts'

const RECENT_MS = 10 * 60_000

export type ReauthMeans = {
  hasPassword: boolean
  /** An authenticator app, whose recovery codes count too. */
  hasCode: boolean
  hasPasskey: boolean
  /** Ids of the external providers whose accounts sign in to this one. Signing in again there is a proof. */
  linkedProviders: string[]
}

/** Returns with what the person can re-authenticate. */
export async function getReauthMeans(db: Database, userId: string): Promise<ReauthMeans> {
  const [user, factors, linked] = await Promise.all([
    findCredentials(db, { id: userId }),
    findSecondFactors(db, userId),
    listLinkedSignInRows(db, userId),
  ])
  const linkedProviders = linked.map(({ provider }) => provider)
  return { hasPassword: Boolean(user?.passwordHash), ...factors, linkedProviders }
}

/** Returns true for ten minutes after a proof, and always for programs and accounts that have no means of proof. */
export async function hasRecentAuth({ db, viewer, sessionId }: Context): Promise<boolean> {
  if (!viewer || sessionId === undefined) return true
  const reauthenticatedAt = await findAuthenticatedAt(db, sessionId)
  if (reauthenticatedAt && reauthenticatedAt.getTime() > Date.now() - RECENT_MS) return true
  const { hasPassword, hasCode, hasPasskey, linkedProviders } = await getReauthMeans(db, viewer.userId)
  return !hasPassword && !hasCode && !hasPasskey && linkedProviders.length === 0
}

/** Throws PRECONDITION_FAILED with the page to re-authenticate on. */
export async function requireRecentAuth(ctx: Context): Promise<void> {
  if (await hasRecentAuth(ctx)) return
  throw new AppError('PRECONDITION_FAILED', {
    message: 'Confirm that it is you to continue.',
    suggestedAction: 'Enter your password or second factor, or sign in again, then try again.',
    href: paths.confirmIdentity,
  })
}

/** Does nothing for programs, which have no session. */
export async function recordReauthentication({ db, sessionId }: Context): Promise<void> {
  if (sessionId !== undefined) await recordAuthenticatedAt(db, sessionId, new Date())
}

/**
 * Checks the password that changes a password, and returns nothing. An account that has a second factor, or no
 * password, also needs a recent re-authentication. Throws INVALID_INPUT at "/current", and PRECONDITION_FAILED as
 * `requireRecentAuth` does.
 */
export async function requireCurrentPassword(
  ctx: Context,
  user: { id: string; passwordHash: string | null },
  current: string,
): Promise<void> {
  if (user.passwordHash && !(await verifyPassword(current, user.passwordHash))) {
    const message = 'Your current password is incorrect.'
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/current', message }] })
  }
  if (!user.passwordHash || (await hasSecondFactor(ctx.db, user.id))) await requireRecentAuth(ctx)
}

/**
 * Makes the session a recent one for ten minutes, and returns nothing. Throws UNAUTHENTICATED, INVALID_INPUT for a wrong
 * password, RATE_LIMIT_EXCEEDED, and POLICY_DENIED for an account with a second factor, of which the password alone
 * proves too little.
 */
export async function reauthenticateByPassword(ctx: Context, password: string): Promise<void> {
  const userId = ctx.viewer?.userId
  if (userId === undefined) throw new AppError('UNAUTHENTICATED')
  await enforceRateLimit(ctx.db, RATE_LIMITS.confirmByUser, userId)
  if (await hasSecondFactor(ctx.db, userId))
    throw new AppError('POLICY_DENIED', {
      message: 'Use your second factor. A password alone is not enough for this account.',
    })
  const user = await findCredentials(ctx.db, { id: userId })
  if (!(await verifyPassword(password, user?.passwordHash))) {
    const message = 'Your password is incorrect.'
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/password', message }] })
  }
  await recordReauthentication(ctx)
}
