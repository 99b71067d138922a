import { findLatestEvent } from '../../../audit/rows/audit-events.ts'
import type { Database, Tx } from '../../../kernel/db/prisma-client.ts'
import { HOUR_MS } from '../../../kernel/time.ts'
import { findRole } from '../../../organisations/rows/memberships.ts'
import type { VersionWithOwner } from '../../rows/versions.ts'

export const RESTORABLE_HOURS = 72

/**
 * Tells whether the deprecation or take-down of a version can still be undone, and whether the publisher decided it. An
 * admin's take-down of a version that the publisher had yanked counts as the admin's decision.
 */
export async function findLastRetirement(
  db: Database | Tx,
  { id, state, skillSet }: VersionWithOwner,
): Promise<{ isRestorable: boolean; isByPublisher: boolean }> {
  const action = state === 'YANKED' ? 'version.yank' : 'version.deprecate'
  const event = await findLatestEvent(db, { subjectType: 'version', subjectId: id, action })
  const isRestorable = event !== null && event.at.getTime() >= Date.now() - RESTORABLE_HOURS * HOUR_MS
  const { organisationId } = skillSet.publisher
  const role = event?.actorId ? await findRole(db, { userId: event.actorId, organisationId }) : null
  return { isRestorable, isByPublisher: role === 'OWNER' || role === 'ADMIN' }
}
