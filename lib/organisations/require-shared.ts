/** The guards of everything that changes an organisation. Floor 3. */
import { type Context, requireOrganisationAdmin, requireViewer, type Viewer } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { findMember, findOrganisation, lockMembers } from '../db/organisations.ts'
import { AppError } from '../errors.ts'

/**
 * The viewer, acting for an organisation that people share. Throws UNAUTHENTICATED, and PRECONDITION_FAILED in
 * somebody's own organisation, which is theirs alone.
 */
export async function requireShared(ctx: Context): Promise<Viewer> {
  const viewer = requireViewer(ctx)
  const organisation = await findOrganisation(ctx.db, viewer.organisationId)
  if (organisation && !organisation.isPersonal) return viewer
  throw new AppError('PRECONDITION_FAILED', {
    message: 'You are acting for yourself alone.',
    suggestedAction: 'Create an organisation, or switch to one, to work with others.',
  })
}

/** As `requireShared`, and POLICY_DENIED for plain members. */
export async function requireSharedAdmin(ctx: Context): Promise<Viewer> {
  requireOrganisationAdmin(ctx)
  return requireShared(ctx)
}

/**
 * Makes everyone else who changes the members wait, and answers with the viewer as they are now: what they were
 * when the request began may have been taken from them since. Throws POLICY_DENIED when they may not any more.
 */
export async function lockAsAdmin(tx: Tx, viewer: Viewer): Promise<Viewer> {
  await lockMembers(tx, viewer.organisationId)
  const member = await findMember(tx, viewer.organisationId, viewer.userId)
  if (member && member.role !== 'MEMBER') return { ...viewer, organisationRole: member.role }
  throw new AppError('POLICY_DENIED', {
    message: `Only owners and admins of ${viewer.organisationName} can do this.`,
  })
}
