/** Claiming a handle: the first segment of every name a publisher will ever publish under. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin, requireViewer } from '../context.ts'
import { oneVisibleLine } from '../contract/market/name-field.ts'
import { whyNotHandle } from '../contract/market/skill-name.ts'
import { insertPublisher, isHandleTaken, listOwnPublishers, lockOrganisation } from '../db/publishers.ts'
import { AppError } from '../errors.ts'

/** Names are few, so nobody may sit on many of them. */
export const MAX_HANDLES = 5
const MAX_NAME_CHARS = 100

/** Why `handle` cannot be claimed now, as a sentence; undefined when it is free. For people who are signed in. */
export async function whyNotClaim(ctx: Context, handle: string): Promise<string | undefined> {
  requireViewer(ctx)
  return whyNotHandle(handle) ?? ((await isHandleTaken(ctx.db, handle)) ? takenSentence(handle) : undefined)
}

/**
 * Claims `handle` for the organisation the viewer acts for.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members and for a handle too many, INVALID_INPUT (pattern,
 * reserved word, name) and CONFLICT when it is taken.
 */
export async function claimHandle(
  ctx: Context,
  { handle, displayName }: { handle: string; displayName: string },
): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  // Two publishers that read the same are told apart by what can be seen.
  const name = oneVisibleLine(displayName)
  const issues = [...refusal('/handle', whyNotHandle(handle)), ...refusal('/displayName', whyNotName(name))]
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })

  const { organisationId } = viewer
  await ctx.db.$transaction(async (tx) => {
    await lockOrganisation(tx, organisationId)
    const owned = await listOwnPublishers(tx, organisationId)
    if (owned.length >= MAX_HANDLES) {
      const message = `${viewer.organisationName} has ${owned.length} handles, and that is the most one organisation can have.`
      throw new AppError('POLICY_DENIED', { message })
    }
    const id = await insertPublisher(tx, { handle, displayName: name, organisationId })
    if (!id) throw taken(handle)
    await recordAudit(tx, {
      actor: viewer,
      action: 'publisher.claim',
      subjectType: 'publisher',
      subjectId: id,
      subject: handle,
    })
  })
}

function whyNotName(name: string): string | undefined {
  if (name.length === 0) return 'Say the name that people will see beside your skills.'
  if (name.length > MAX_NAME_CHARS) return `Keep it under ${MAX_NAME_CHARS} characters.`
  return name.isWellFormed() ? undefined : 'This contains characters that cannot be shown.'
}

function refusal(path: string, message: string | undefined) {
  return message ? [{ path, message }] : []
}

function takenSentence(handle: string): string {
  return `Somebody else publishes as “${handle}” already.`
}

function taken(handle: string): AppError {
  const message = takenSentence(handle)
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '/handle', message }],
    suggestedAction: 'Choose another handle.',
  })
}
