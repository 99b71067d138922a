/** Giving somebody the keys of the house. Floor 3. */
import type { Context } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { setUserRole } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { emailField } from './fields.ts'
import { requireOperator } from './operator.ts'

/** Makes the person with this email an admin. Throws POLICY_DENIED, INVALID_INPUT, or NOT_FOUND. */
export async function makeAdmin(ctx: Context, email: unknown): Promise<void> {
  requireOperator(ctx)
  const made = await setUserRole(ctx.db, parseWith(emailField, email), 'ADMIN')
  if (!made) throw new AppError('NOT_FOUND', { message: 'Nobody has an account with this email.' })
}
