/** Who a command acts as. Whoever can run it holds the database anyway, so an email is all it takes. */
import type { Context } from '#lib/context.ts'
import { database } from '#lib/db/client.ts'
import { findHandleOwner } from '#lib/db/publishers.ts'
import { findFirstAdmin } from '#lib/db/users.ts'
import { AppError } from '#lib/errors.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import { UsageError } from './command.ts'

/** The person named, else the first admin. Throws NOT_FOUND, and UsageError when there is no admin to fall back on. */
export async function contextOf(email: string | undefined): Promise<Context> {
  const chosen = email ?? (await findFirstAdmin(database()))?.email
  if (!chosen) throw new UsageError('There is no admin yet, so say who does this: --email EMAIL')
  return contextForOperator({ email: chosen })
}

/** The same, acting for the organisation that owns `handle`; its owner, when no person is named. */
export async function publisherContext(
  email: string | undefined,
  handle: string | undefined,
): Promise<Context> {
  if (!handle) return contextOf(email)
  const owner = await findHandleOwner(database(), handle)
  if (!owner) throw new AppError('NOT_FOUND', { message: `Nobody publishes as “${handle}”.` })
  const { organisationId, ownerEmail } = owner
  return contextForOperator({ email: email ?? ownerEmail, organisationId })
}
