import type { Viewer } from '../../../context/context.ts'
import type { Database, Tx } from '../../../kernel/db/prisma-client.ts'
import { type AppealRow, listIndependentAdmins } from '../../rows/appeals.ts'

export type AppealDecider = {
  /** Why the viewer cannot decide; undefined if they can. */
  error?: string
  /** The viewer made the decision, or had a part in it, and there is no admin without one who could decide. */
  isBySameAdmin: boolean
}

/** Tells whether an admin may decide the appeal. */
export async function findAppealDecider(
  db: Database | Tx,
  { decidedById, alsoDecidedById, skillSet }: Pick<AppealRow, 'decidedById' | 'alsoDecidedById' | 'skillSet'>,
  { userId }: Pick<Viewer, 'userId'>,
): Promise<AppealDecider> {
  const independent = await listIndependentAdmins(db, skillSet.publisher)
  if (!independent.includes(userId)) {
    const error = 'You belong to the publisher, so another admin has to decide this appeal.'
    return { error, isBySameAdmin: false }
  }
  const hasDecided = (id: string) => id === decidedById || id === alsoDecidedById
  if (!hasDecided(userId)) return { isBySameAdmin: false }
  if (independent.every(hasDecided)) return { isBySameAdmin: true }
  return { error: 'You made the decision, so another admin has to decide this appeal.', isBySameAdmin: false }
}

/** Returns who decides an appeal against a decision, in words. */
export async function describeDecider(
  db: Database | Tx,
  { deciderIds, organisationId }: { deciderIds: readonly (string | null)[]; organisationId: string },
): Promise<string> {
  const independent = await listIndependentAdmins(db, { organisationId })
  if (independent.some((id) => !deciderIds.includes(id)))
    return 'An admin who did not make the decision decides the appeal.'
  if (independent.length > 1)
    return 'All admins of this site who can decide had a part in the decision. One of them decides the appeal, and the outcome says so.'
  return independent.length > 0
    ? 'This site has only one admin who can decide, and that admin made the decision. The same admin decides the appeal, and the outcome says so.'
    : 'This site has no admin who is independent of the publisher. The appeal waits until there is one.'
}
