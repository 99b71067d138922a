/** Contexts for the command line and the seed, which have access to the database anyway. */

import { findSessionUser, findUserByEmail } from '../../../accounts/rows/users.ts'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import { toViewer } from './session-viewer.ts'

type Operator = 'system' | { email: string; organisationId?: string }

/** Acts as `'system'` or the user with this email. Throws NOT_FOUND. */
export async function contextForOperator(
  operator: Operator,
  sandbox: Sandbox = connectSandbox(),
): Promise<Context> {
  const db = database()
  if (operator === 'system') return { viewer: null, db, sandbox, channel: 'system' }
  const found = await findUserByEmail(db, operator.email.trim().toLowerCase())
  const user = found && (await findSessionUser(db, found.id, operator.organisationId))
  if (!user) throw new AppError('NOT_FOUND', { message: `No account uses the email ${operator.email}.` })
  return { viewer: toViewer(user), db, sandbox, channel: 'cli' }
}
