/**
 * Who may do what at the review desk. Floor 3.
 *
 * Two parties meet there: admins, and the members of the organisation whose publisher submitted. Membership
 * counts, not the organisation somebody acts for at the moment, so that a notice opens for everyone it was sent to.
 */
import { type Context, requireViewer, type Viewer } from '../context.ts'
import { MOVES, type MoveName } from '../contract/version/version-moves.ts'
import { isMember } from '../db/published.ts'
import { AppError } from '../errors.ts'

export type Party = { viewer: Viewer; isAdmin: boolean; isPublisher: boolean }

/** Throws UNAUTHENTICATED for visitors, and NOT_FOUND for strangers: they are not to learn that it exists. */
export async function requireParty(ctx: Context, organisationId: string): Promise<Party> {
  const viewer = requireViewer(ctx)
  const isPublisher = await isMember(ctx.db, { userId: viewer.userId, organisationId })
  const isAdmin = viewer.role === 'ADMIN'
  if (!isPublisher && !isAdmin) throw new AppError('NOT_FOUND')
  return { viewer, isAdmin, isPublisher }
}

/** A party who may make `move`, as the table of moves says. Throws POLICY_DENIED for the other party. */
export async function requireMover(ctx: Context, move: MoveName, organisationId: string): Promise<Party> {
  const party = await requireParty(ctx, organisationId)
  const { by, verb } = MOVES[move]
  if (by === 'publisher' && !party.isPublisher)
    throw denied(`Only its publisher’s people can say that a version is ${verb}.`)
  if (by === 'admin' && !party.isAdmin) throw denied('Only admins can do this.')
  return party
}

/** Why this admin cannot decide on this submission; undefined when they can. */
export function whyNotJudge(
  viewer: Pick<Viewer, 'userId'>,
  submission: { submittedById: string },
): string | undefined {
  // Four eyes: whoever hands something in does not pass it, not even an admin.
  return submission.submittedById === viewer.userId
    ? 'You submitted this yourself, so another admin has to decide.'
    : undefined
}

function denied(message: string): AppError {
  return new AppError('POLICY_DENIED', { message })
}
