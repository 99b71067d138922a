/** Irreversible acts ask the person to prove again that they are there: a session may be open on a lost device. */
import type { Context } from '../context/context.ts'
import { hasSecondFactor } from '../db/accounts/factor-rows.ts'
import { findPresentAt, recordPresence } from '../db/accounts/session-rows.ts'
import { findCredentials } from '../db/accounts/users.ts'
import type { Database } from '../db/core/prisma-client.ts'
import { AppError } from '../errors.ts'
import { paths } from '../site/paths.ts'
import { verifyPassword } from './credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from './enforce-rate-limit.ts'

const PRESENT_MS = 10 * 60_000

export type PresenceMeans = { hasPassword: boolean; hasFactor: boolean }

export async function getPresenceMeans(db: Database, userId: string): Promise<PresenceMeans> {
  const [user, hasFactor] = await Promise.all([
    findCredentials(db, { id: userId }),
    hasSecondFactor(db, userId),
  ])
  return { hasPassword: Boolean(user?.passwordHash), hasFactor }
}

/**
 * Throws PRECONDITION_FAILED with the page to prove it on, if the session's last proof is older than ten minutes.
 * People who only sign in elsewhere, programs and the command line pass.
 */
export async function requirePresence({ db, viewer, sessionId }: Context): Promise<void> {
  if (!viewer || sessionId === undefined) return
  const presentAt = await findPresentAt(db, sessionId)
  if (presentAt && presentAt.getTime() > Date.now() - PRESENT_MS) return
  const { hasPassword, hasFactor } = await getPresenceMeans(db, viewer.userId)
  if (!hasPassword && !hasFactor) return
  throw new AppError('PRECONDITION_FAILED', {
    message: 'This needs a confirmation that it is you.',
    suggestedAction: 'Confirm it, then try again.',
    href: paths.presence,
  })
}

export async function markPresent({ db, sessionId }: Context): Promise<void> {
  if (sessionId !== undefined) await recordPresence(db, sessionId, new Date())
}

/** Throws UNAUTHENTICATED, INVALID_INPUT for a wrong password, RATE_LIMIT_EXCEEDED. */
export async function provePresenceByPassword(ctx: Context, password: string): Promise<void> {
  const userId = ctx.viewer?.userId
  if (userId === undefined) throw new AppError('UNAUTHENTICATED')
  await enforceRateLimit(ctx.db, RATE_LIMITS.confirmByUser, userId)
  const user = await findCredentials(ctx.db, { id: userId })
  if (!(await verifyPassword(password, user?.passwordHash))) {
    const message = 'Your password is incorrect.'
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/password', message }] })
  }
  await markPresent(ctx)
}
