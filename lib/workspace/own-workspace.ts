/** Whose workspace a page may reach: the viewer's own, for the organisation that the page was opened for. Floor 3. */
import { type Context, requirePerson, requireViewer } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Owner } from './workspace-view.ts'

/**
 * Throws UNAUTHENTICATED for visitors, POLICY_DENIED for keys, and PRECONDITION_FAILED for a page that still shows
 * another organisation than the viewer acts for now: what was typed there must not land in this one's files.
 */
export function ownWorkspace(ctx: Context, organisationId?: unknown): Owner {
  const viewer = requireViewer(ctx)
  requirePerson(ctx)
  if (organisationId !== undefined && organisationId !== viewer.organisationId) {
    throw new AppError('PRECONDITION_FAILED', {
      message: `You act for ${viewer.organisationName} now, and this page shows another organisation’s vault.`,
      suggestedAction: 'Switch back, or load the page again.',
    })
  }
  return { userId: viewer.userId, organisationId: viewer.organisationId }
}
