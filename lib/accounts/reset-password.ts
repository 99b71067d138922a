import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import type { Context } from '../context/context.ts'
import { endConfirmations } from '../db/accounts/email-confirmations.ts'
import {
  findOpenResetLink,
  findUserByEmail,
  insertResetLink,
  setPassword,
  useResetLink,
} from '../db/accounts/users.ts'
import { hashSecretToken, makeSecretToken } from '../db/core/secret-token.ts'
import { resetAttempts } from '../db/platform/rate-limits.ts'
import { AppError } from '../errors.ts'
import { paths } from '../site/paths.ts'
import { parseFields } from '../validation/parse-with.ts'
import { emailField, hashPassword, newPasswordField } from './credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from './enforce-rate-limit.ts'
import { requireOperator } from './manage-users.ts'
import { requirePresence } from './presence.ts'
import { revokeAllKeys } from './profile.ts'

const HOUR_MS = 3_600_000
export const RESET_LINK_HOURS = 24

/**
 * Operators call it; the path is shown only once. Throws POLICY_DENIED, NOT_FOUND, PRECONDITION_FAILED without
 * presence.
 */
export async function makeResetLink(
  ctx: Context,
  email: unknown,
): Promise<{ path: string; expiresAtMs: number }> {
  requireOperator(ctx)
  await requirePresence(ctx)
  const user = await findUserByEmail(ctx.db, parseFields(emailField, email))
  if (!user) throw new AppError('NOT_FOUND', { message: 'No account uses this email.' })
  const { token, tokenHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + RESET_LINK_HOURS * HOUR_MS)
  await ctx.db.$transaction(async (tx) => {
    await insertResetLink(tx, { userId: user.id, tokenHash, expiresAt })
    const subject = { subjectType: 'person', subjectId: user.id, subject: user.email }
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

const resetFields = z.object({ token: z.string(), password: newPasswordField })

/**
 * Ends sessions, and what `revokeAllKeys` ends: the account may have been compromised. Throws
 * INVALID_INPUT, NOT_FOUND, and RATE_LIMIT_EXCEEDED by `address`.
 */
export async function resetPassword(
  ctx: Context,
  given: unknown,
  address: string,
): Promise<{ email: string; revokedKeys: number }> {
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
    const revokedKeys = await revokeAllKeys(tx, { userId: link.userId, name: link.email })
    return { email: link.email, revokedKeys }
  })
}
