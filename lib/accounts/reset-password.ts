import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { emailField, hashPassword, newPasswordField } from '../auth/credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { requireRecentAuth } from '../auth/recent-auth.ts'
import type { Context } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { hashSecretToken, makeSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { resetAttempts } from '../settings/rows/rate-limits.ts'
import { requireOperator } from './manage-users.ts'
import { listFactorNames, removeOlderAccess, revokeAllKeys, unlinkAndPause } from './revoke-access.ts'
import { endConfirmations, verifyOwnEmail } from './rows/email-confirmations.ts'
import {
  findOpenResetLink,
  findUserByEmail,
  insertResetLink,
  setPassword,
  useResetLink,
} from './rows/users.ts'

export const RESET_LINK_HOURS = 24

/**
 * Creates a link that an operator hands on to the person; its path is shown only once. Throws POLICY_DENIED,
 * NOT_FOUND, PRECONDITION_FAILED without a recent re-authentication.
 */
export async function makeResetLink(
  ctx: Context,
  email: unknown,
): Promise<{ path: string; expiresAtMs: number }> {
  requireOperator(ctx)
  await requireRecentAuth(ctx)
  const user = await findUserByEmail(ctx.db, parseFields(emailField, email))
  if (!user) throw new AppError('NOT_FOUND', { message: 'No account uses this email.' })
  const { token, tokenHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + RESET_LINK_HOURS * HOUR_MS)
  await ctx.db.$transaction(async (tx) => {
    await insertResetLink(tx, { userId: user.id, tokenHash, mailedTo: null, expiresAt })
    const subject = { subjectType: 'person' as const, subjectId: user.id, subject: user.email }
    await recordAudit(tx, { actor: ctx.viewer, action: 'person.reset_link', ...subject })
  })
  return { path: paths.reset(token), expiresAtMs: expiresAt.getTime() }
}

/** Throws NOT_FOUND if the link is unknown, used or expired. */
export async function getResetLink(ctx: Context, token: string): Promise<{ email: string }> {
  const link = await findOpenResetLink(ctx.db, hashSecretToken(token), new Date())
  if (!link) throw new AppError('NOT_FOUND')
  return { email: link.email }
}

export type PasswordReset = {
  email: string
  revokedKeys: number
  /** True if everything that is older than this proof of the address was removed. */
  isFirstProof: boolean
  /** The second factors that stay, by kind, name and day. */
  factors: string[]
}

const resetFields = z.object({ token: z.string(), password: newPasswordField })

/**
 * Ends sessions, keys and linked sign-ins and pauses automations: the account may have been compromised. A mailed link
 * confirms the address. If it is the first proof that the account belongs to its address, everything older goes,
 * see `removeOlderAccess`. Otherwise second factors stay, because a thief of the mailbox must not remove them; the
 * person is told which they are. Throws INVALID_INPUT, NOT_FOUND, and RATE_LIMIT_EXCEEDED by `address`.
 */
export async function resetPassword(ctx: Context, given: unknown, address: string): Promise<PasswordReset> {
  const { token, password } = parseFields(resetFields, given)
  await enforceRateLimit(ctx.db, RATE_LIMITS.linkByAddress, address)
  const passwordHash = await hashPassword(password)
  return ctx.db.$transaction(async (tx) => {
    const link = await useResetLink(tx, hashSecretToken(token), new Date())
    if (!link) {
      const message = 'This link has already been used or has expired.'
      throw new AppError('NOT_FOUND', { message, suggestedAction: 'Ask for a new one.' })
    }
    await setPassword(tx, link.userId, passwordHash)
    await resetAttempts(ctx.db, RATE_LIMITS.codeByUserDaily, link.userId)
    // Someone with the old password may have requested them.
    await endConfirmations(tx, link.userId)
    const person = { userId: link.userId, name: link.name }
    const isMailed = link.mailedTo === link.email
    const older = await removeOlderAccess(tx, person, { isVouched: !isMailed })
    if (isMailed) await verifyOwnEmail(tx, { userId: link.userId, email: link.email, at: new Date() })
    const revokedKeys = older.revokedKeys + (await revokeAllKeys(tx, person))
    await unlinkAndPause(tx, { actor: person, person, cause: 'your password was reset' })
    const factors = await listFactorNames(tx, link.userId)
    await notifyOfReset(tx, link.userId, factors)
    return { email: link.email, revokedKeys, isFirstProof: older.isFirstProof, factors }
  })
}

async function notifyOfReset(tx: Tx, userId: string, factors: readonly string[]): Promise<void> {
  const kept =
    factors.length > 0
      ? ` These second factors stay and can open the account: ${factors.join('; ')}. Remove those you do not recognise.`
      : ''
  await sendNotice(tx, [userId], {
    kind: 'account.password_reset',
    title: 'Your password was reset',
    body: `All sessions, API keys, connected apps and linked sign-ins ended, and automations are paused.${kept} If it was not you, contact an admin of this site.`,
    href: paths.security,
  })
}
