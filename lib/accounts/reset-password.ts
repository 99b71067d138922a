/** Setting a new password by a one-time link. Floor 3. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { paths } from '../contract/market/paths.ts'
import { findOpenResetLink, insertResetLink, useResetLink } from '../db/reset-links.ts'
import { hashSecretToken, makeSecretToken } from '../db/secret-token.ts'
import { findUserByEmail, setPassword } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { emailField, newPasswordField } from './fields.ts'
import { requireOperator } from './operator.ts'
import { hashPassword } from './password.ts'
import { LIMITS, requireAttempt } from './throttle.ts'

const HOUR_MS = 3_600_000
export const RESET_LINK_HOURS = 24

/**
 * Makes a link for the person with this email and returns its path, which is shown this once only.
 *
 * For whoever runs the place. Throws POLICY_DENIED for everyone else, NOT_FOUND when nobody has the email.
 */
export async function makeResetLink(
  ctx: Context,
  email: unknown,
): Promise<{ path: string; expiresAtMs: number }> {
  requireOperator(ctx)
  const user = await findUserByEmail(ctx.db, parseWith(emailField, email))
  if (!user) throw new AppError('NOT_FOUND', { message: 'Nobody has an account with this email.' })
  const { token, tokenHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + RESET_LINK_HOURS * HOUR_MS)
  await ctx.db.$transaction(async (tx) => {
    await insertResetLink(tx, { userId: user.id, tokenHash, expiresAt })
    const subject = { subjectType: 'person', subjectId: user.id, subject: user.email }
    await recordAudit(tx, { actor: ctx.viewer, action: 'person.reset_link', ...subject })
  })
  return { path: paths.reset(token), expiresAtMs: expiresAt.getTime() }
}

/** Whose password the link sets, for the page. Throws NOT_FOUND when it was used, has expired or never was. */
export async function getResetLink(ctx: Context, token: string): Promise<{ email: string }> {
  const link = await findOpenResetLink(ctx.db, hashSecretToken(token), new Date())
  if (!link) throw new AppError('NOT_FOUND')
  return { email: link.email }
}

const resetFields = z.object({ token: z.string(), password: newPasswordField })

/**
 * Sets the password, uses the link up, and ends every session of that person.
 *
 * Throws INVALID_INPUT, NOT_FOUND as `getResetLink`, and RATE_LIMIT_EXCEEDED by `address`.
 */
export async function resetPassword(
  ctx: Context,
  given: unknown,
  address: string,
): Promise<{ email: string }> {
  const { token, password } = parseWith(resetFields, given)
  await requireAttempt(ctx.db, LIMITS.linkByAddress, address)
  const passwordHash = await hashPassword(password)
  return ctx.db.$transaction(async (tx) => {
    const link = await useResetLink(tx, hashSecretToken(token), new Date())
    if (!link) {
      const message = 'This link was used already, or has expired.'
      throw new AppError('NOT_FOUND', { message, suggestedAction: 'Ask for a new one.' })
    }
    await setPassword(tx, link.userId, passwordHash)
    return { email: link.email }
  })
}
