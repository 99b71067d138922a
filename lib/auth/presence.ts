/** A session may be open on a lost device, so irreversible acts need a new proof. */

import { findCredentials } from '../accounts/rows/users.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { verifyPassword } from './credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from './enforce-rate-limit.ts'
import { hasSecondFactor } from './rows/factor-rows.ts'
import { findPresentAt, recordPresence } from './rows/session-rows.ts'

const PRESENT_MS = 10 * 60_000

type PresenceMeans = { hasPassword: boolean; hasFactor: boolean }

export async function getPresenceMeans(db: Database, userId: string): Promise<PresenceMeans> {
  const [user, hasFactor] = await Promise.all([
    findCredentials(db, { id: userId }),
    hasSecondFactor(db, userId),
  ])
  return { hasPassword: Boolean(user?.passwordHash), hasFactor }
}

/** Returns true for ten minutes after a proof, and always for programs and accounts without a password or factor. */
export async function isPresent({ db, viewer, sessionId }: Context): Promise<boolean> {
  if (!viewer || sessionId === undefined) return true
  const presentAt = await findPresentAt(db, sessionId)
  if (presentAt && presentAt.getTime() > Date.now() - PRESENT_MS) return true
  const { hasPassword, hasFactor } = await getPresenceMeans(db, viewer.userId)
  return !hasPassword && !hasFactor
}

/** Throws PRECONDITION_FAILED with the page to prove presence on. */
export async function requirePresence(ctx: Context): Promise<void> {
  if (await isPresent(ctx)) return
  throw new AppError('PRECONDITION_FAILED', {
    message: 'This needs a confirmation that it is you.',
    suggestedAction: 'Confirm it, then try again.',
    href: paths.presence,
  })
}

export async function markPresent({ db, sessionId }: Context): Promise<void> {
  if (sessionId !== undefined) await recordPresence(db, sessionId, new Date())
}

/**
 * Also requires presence if a password is not enough or there is none. Throws INVALID_INPUT at "/current",
 * PRECONDITION_FAILED as `requirePresence`.
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
  if (!user.passwordHash || (await hasSecondFactor(ctx.db, user.id))) await requirePresence(ctx)
}

/** Throws UNAUTHENTICATED, INVALID_INPUT for a wrong password, POLICY_DENIED with a second factor, RATE_LIMIT_EXCEEDED. */
export async function provePresenceByPassword(ctx: Context, password: string): Promise<void> {
  const userId = ctx.viewer?.userId
  if (userId === undefined) throw new AppError('UNAUTHENTICATED')
  await enforceRateLimit(ctx.db, RATE_LIMITS.confirmByUser, userId)
  if (await hasSecondFactor(ctx.db, userId))
    throw new AppError('POLICY_DENIED', {
      message: 'Use your second factor: it protects you if your password is known.',
    })
  const user = await findCredentials(ctx.db, { id: userId })
  if (!(await verifyPassword(password, user?.passwordHash))) {
    const message = 'Your password is incorrect.'
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/password', message }] })
  }
  await markPresent(ctx)
}
