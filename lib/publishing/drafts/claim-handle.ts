import { findConfusableNameError } from '../../accounts/require-distinct-name.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireOrganisationAdmin, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { handleError } from '../../kernel/names/skill-name.ts'
import { oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { lockOrganisation } from '../../organisations/rows/organisations.ts'
import { insertPublisher, isHandleTaken, listOwnPublishers } from '../rows/publishers.ts'

export const MAX_HANDLES = 5
const MAX_NAME_CHARS = 100

/** Returns why the viewer's organisation cannot claim the handle, or undefined if it can. Throws UNAUTHENTICATED. */
export async function findHandleClaimError(ctx: Context, handle: string): Promise<string | undefined> {
  const { organisationId } = requireViewer(ctx)
  const error =
    handleError(handle) ?? (await findConfusableNameError(ctx.db, { name: handle, organisationId }))
  return error ?? ((await isHandleTaken(ctx.db, handle)) ? handleTakenMessage(handle) : undefined)
}

/**
 * Claims a handle for the viewer's organisation. Throws UNAUTHENTICATED, POLICY_DENIED for plain members, INVALID_INPUT
 * for a handle or name that is malformed, reserved or confusable with another, LIMIT_REACHED, and CONFLICT if the handle
 * is taken.
 */
export async function claimHandle(
  ctx: Context,
  { handle, displayName }: { handle: string; displayName: string },
): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  // Invisible characters are removed, because names that differ by them alone look the same.
  const name = oneVisibleLine(displayName)
  const { organisationId } = viewer
  const confusableError = (each: string) => findConfusableNameError(ctx.db, { name: each, organisationId })
  const issues = [
    ...listIssue('/handle', handleError(handle) ?? (await confusableError(handle))),
    ...listIssue('/displayName', displayNameError(name) ?? (await confusableError(name))),
  ]
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })

  await ctx.db.$transaction(async (tx) => {
    await lockOrganisation(tx, organisationId)
    requireHandleRoom(viewer.organisationName, (await listOwnPublishers(tx, organisationId)).length)
    const id = await insertPublisher(tx, { handle, displayName: name, organisationId })
    if (!id) throw handleTakenError(handle)
    await recordAudit(tx, {
      actor: viewer,
      action: 'publisher.claim',
      subjectType: 'publisher',
      subjectId: id,
      subject: handle,
    })
  })
}

/** Throws LIMIT_REACHED if the organisation has as many handles as it can have. */
export function requireHandleRoom(organisationName: string, used: number): void {
  if (used < MAX_HANDLES) return
  throw limitReached('handles', {
    max: MAX_HANDLES,
    used,
    message: `${organisationName} has ${used} handles, the maximum for one organisation.`,
  })
}

function displayNameError(name: string): string | undefined {
  if (name.length === 0) return 'Enter the name that people will see next to your skills.'
  if (name.length > MAX_NAME_CHARS) return `Use at most ${MAX_NAME_CHARS} characters.`
  return name.isWellFormed() ? undefined : 'This contains characters that cannot be shown.'
}

function listIssue(path: string, message: string | undefined) {
  return message ? [{ path, message }] : []
}

function handleTakenMessage(handle: string): string {
  return `The handle “${handle}” is already taken.`
}

function handleTakenError(handle: string): AppError {
  const message = handleTakenMessage(handle)
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '/handle', message }],
    suggestedAction: 'Choose another handle.',
  })
}
