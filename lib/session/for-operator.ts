/**
 * A Context for programs on the machine itself: the command line, the seed. Floor 4.
 *
 * No web request reaches this file; whoever can run it already holds the database.
 */
import type { Context } from '../context.ts'
import { database } from '../db/client.ts'
import { findSessionUser, findUserByEmail } from '../db/users.ts'
import { AppError } from '../errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { connectSandbox } from '../sandbox/sandbox-client.ts'
import { toViewer } from './viewer.ts'

type Operator = 'system' | { email: string; organisationId?: string }

/**
 * Acts as nobody in particular (`'system'`), or as the person with this email, through the command line.
 * Throws NOT_FOUND when nobody has it.
 */
export async function contextForOperator(
  operator: Operator,
  sandbox: Sandbox = connectSandbox(),
): Promise<Context> {
  const db = database()
  if (operator === 'system') return { viewer: null, db, sandbox, door: 'system' }
  const found = await findUserByEmail(db, operator.email.trim().toLowerCase())
  const user = found && (await findSessionUser(db, found.id, operator.organisationId))
  if (!user)
    throw new AppError('NOT_FOUND', { message: `Nobody has an account with the email ${operator.email}.` })
  return { viewer: toViewer(user), db, sandbox, door: 'cli' }
}
