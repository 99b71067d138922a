/** Acting for somebody who is not there any more: what they started goes on without them. Floor 3. */
import type { Context, KeyGrant, Viewer } from '../context.ts'
import { findApiKeyById } from '../db/api-keys.ts'
import { findSessionUser } from '../db/users.ts'
import { AppError } from '../errors.ts'

/** Who started it, for which organisation, and with which key. */
export type Starter = { userId: string; organisationId: string; keyId: string | null }

/**
 * The person as they are now. Throws POLICY_DENIED when they have left the organisation since, or their key was revoked.
 * `what` they started: "run", "plan".
 */
export async function actFor(
  db: Context['db'],
  { userId, organisationId, keyId }: Starter,
  what: string,
): Promise<{ viewer: Viewer; keyGrant?: KeyGrant }> {
  const user = await findSessionUser(db, userId, organisationId)
  // Without a membership it would be their own organisation.
  if (user?.organisation.id !== organisationId) {
    throw new AppError('POLICY_DENIED', {
      message: `The person who started this ${what} is no longer a member of the organisation.`,
    })
  }
  const { name: organisationName, role: organisationRole } = user.organisation
  const person = { userId, email: user.email, name: user.name, role: 'USER' as const }
  const viewer = { ...person, organisationId, organisationName, organisationRole }
  return { viewer, ...(keyId && { keyGrant: await grantOf(db, keyId, what) }) }
}

/** A key that has expired meanwhile was good when it was asked; a revoked one may have been stolen. */
async function grantOf(db: Context['db'], keyId: string, what: string): Promise<KeyGrant> {
  const key = await findApiKeyById(db, keyId)
  if (key && !key.revokedAt) return key
  throw new AppError('POLICY_DENIED', { message: `The key that started this ${what} was revoked.` })
}
