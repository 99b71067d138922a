/** What somebody may see and change of their own account. Floor 3. */
import { z } from 'zod'
import { type Context, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { nameField } from '../contract/market/name-field.ts'
import { forgetAttempts } from '../db/rate-limits.ts'
import { findCredentials, raiseSessionVersion, renameUser, setPassword } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { newPasswordField, passwordField } from './fields.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { LIMITS, requireAttempt } from './throttle.ts'

export type Profile = { email: string; name: string; role: 'USER' | 'ADMIN'; hasPassword: boolean }

/** The viewer's own account. Throws UNAUTHENTICATED. */
export async function getProfile(ctx: Context): Promise<Profile> {
  const viewer = requireViewer(ctx)
  const user = await findCredentials(ctx.db, { id: viewer.userId })
  if (!user) throw new AppError('UNAUTHENTICATED')
  return { email: user.email, name: user.name, role: user.role, hasPassword: user.passwordHash !== null }
}

/** Renames the viewer, and their personal organisation with them. Throws INVALID_INPUT. */
export async function changeName(ctx: Context, name: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  const parsed = parseWith(z.object({ name: nameField }), { name })
  await ctx.db.$transaction((tx) => renameUser(tx, userId, parsed.name))
}

const passwordFields = z.object({ current: passwordField.optional(), password: newPasswordField })

/**
 * Sets a new password and ends every session; returns what a new one is to carry, so that this browser can stay.
 *
 * The current password is asked of whoever has one. Throws INVALID_INPUT by field and RATE_LIMIT_EXCEEDED.
 */
export async function changePassword(ctx: Context, given: unknown): Promise<{ sessionVersion: number }> {
  const { userId } = requireViewer(ctx)
  const { current = '', password } = parseWith(passwordFields, given)
  await requireAttempt(ctx.db, LIMITS.confirmByUser, userId)

  const user = await findCredentials(ctx.db, { id: userId })
  if (user?.passwordHash && !(await verifyPassword(current, user.passwordHash))) {
    const message = 'This is not your current password.'
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/current', message }] })
  }
  await forgetAttempts(ctx.db, LIMITS.confirmByUser, userId)
  return { sessionVersion: await setPassword(ctx.db, userId, await hashPassword(password)) }
}

/** Ends every session of the viewer, this one included. */
export async function signOutEverywhere(ctx: Context): Promise<void> {
  await raiseSessionVersion(ctx.db, requireViewer(ctx).userId)
}
