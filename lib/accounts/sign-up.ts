/** A new person, with the organisation everyone has to themselves. Floor 3. */
import { z } from 'zod'
import type { Context } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { nameField } from '../contract/market/name-field.ts'
import { insertUser, type UserRow } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { emailField, newPasswordField } from './fields.ts'
import { hashPassword } from './password.ts'
import { LIMITS, requireAttempt } from './throttle.ts'

// What is not listed is dropped: a role, above all, never comes from a form.
const signUpFields = z.object({ name: nameField, email: emailField, password: newPasswordField })

/**
 * Makes an account. `address` is where the call came from.
 *
 * Throws INVALID_INPUT by field, CONFLICT when the email has an account, and RATE_LIMIT_EXCEEDED.
 */
export async function signUp(ctx: Context, given: unknown, address: string): Promise<UserRow> {
  const { name, email, password } = parseWith(signUpFields, given)
  await requireAttempt(ctx.db, LIMITS.signUpByAddress, address)
  const passwordHash = await hashPassword(password)
  const user = await ctx.db.$transaction((tx) => insertUser(tx, { name, email, passwordHash }))
  if (!user) {
    const message = 'There is an account with this email already.'
    throw new AppError('CONFLICT', {
      message,
      suggestedAction: 'Sign in with it instead.',
      issues: [{ path: '/email', message }],
    })
  }
  return user
}
