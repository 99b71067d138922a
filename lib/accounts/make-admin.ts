/** Giving somebody the rights of an admin. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { findUserByEmail, setUserRole } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { emailField } from './fields.ts'
import { requireOperator } from './operator.ts'

/** Makes the person with this email an admin. Throws POLICY_DENIED, INVALID_INPUT, or NOT_FOUND. */
export async function makeAdmin(ctx: Context, email: unknown): Promise<void> {
  requireOperator(ctx)
  const person = await findUserByEmail(ctx.db, parseWith(emailField, email))
  if (!person) throw new AppError('NOT_FOUND', { message: 'Nobody has an account with this email.' })
  await ctx.db.$transaction(async (tx) => {
    await setUserRole(tx, person.email, 'ADMIN')
    const subject = { subjectType: 'person', subjectId: person.id, subject: person.email }
    await recordAudit(tx, { actor: ctx.viewer, action: 'person.make_admin', ...subject })
  })
}
