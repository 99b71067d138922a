/**
 * Who takes part in a review: admins of the site, and members of the publisher, whichever organisation they work in at the
 * moment. Plain members look; owners and admins of the publisher act for it.
 */

import { findNames } from '../../accounts/rows/users.ts'
import { type Context, requireViewer, type Viewer } from '../../context/context.ts'
import { checkNetwork } from '../../contracts/checks/check-site-rules.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { MOVES, type MoveName, moveError } from '../../contracts/versions/version-states.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { findSubmissionHead, type SubmissionHeadRow } from '../rows/submissions.ts'
import { findVersionWithOwner } from '../rows/versions.ts'

export type Party = {
  viewer: Viewer
  isAdmin: boolean
  /** A member of the publisher. */
  isPublisher: boolean
  /** An owner or admin of the publisher. */
  canPublish: boolean
}

/** Returns the viewer's part in reviews of a publisher. Throws UNAUTHENTICATED for visitors, NOT_FOUND for non-participants. */
export async function requireParty(ctx: Context, organisationId: string): Promise<Party> {
  const viewer = requireViewer(ctx)
  const role = await findRole(ctx.db, { userId: viewer.userId, organisationId })
  const isAdmin = viewer.role === 'ADMIN'
  if (!role && !isAdmin) throw new AppError('NOT_FOUND')
  return { viewer, isAdmin, isPublisher: role !== null, canPublish: role === 'OWNER' || role === 'ADMIN' }
}

/** Requires someone who may act. Throws as `requireParty`, and POLICY_DENIED for plain members of the publisher. */
export async function requireActingParty(ctx: Context, organisationId: string): Promise<Party> {
  const party = await requireParty(ctx, organisationId)
  if (!party.canPublish && !party.isAdmin) throw policyDenied(FOR_PUBLISHER_ADMINS)
  return party
}

const FOR_PUBLISHER_ADMINS = 'Only owners and admins of the publisher’s organisation can do this.'

/** Requires someone who may make the move. Throws as `requireActingParty`, and POLICY_DENIED for the other role. */
export async function requireMover(ctx: Context, move: MoveName, organisationId: string): Promise<Party> {
  const party = await requireActingParty(ctx, organisationId)
  const { by } = MOVES[move]
  if (by === 'publisher' && !party.canPublish) throw policyDenied(FOR_PUBLISHER_ADMINS)
  if (by === 'admin' && !party.isAdmin) throw policyDenied('Only admins can do this.')
  return party
}

/**
 * Returns why an admin cannot decide; undefined for one who can. A second person must decide on what an admin submitted, and
 * a site can ask that this person is not of the publisher either.
 */
export async function selfReviewError(
  db: Database | Tx,
  viewer: Pick<Viewer, 'userId'>,
  submission: Pick<SubmissionHeadRow, 'submittedById' | 'version'>,
): Promise<string | undefined> {
  if (submission.submittedById !== viewer.userId) {
    if ((await readSetting(db, 'reviewByMembers')) === 'on') return undefined
    const { organisationId } = submission.version.skillSet.publisher
    const role = await findRole(db, { userId: viewer.userId, organisationId })
    return role
      ? 'You belong to this publisher, and on this site an admin from outside has to decide. Ask another admin.'
      : undefined
  }
  return 'You submitted this yourself, so another admin has to decide. If you are the only admin, promote a second account: npm run cli -- make-admin --email EMAIL.'
}

/**
 * Throws POLICY_DENIED, with the pointer of each declared host, if the operator denied one: it may have been denied after
 * the submission.
 */
export async function requireAllowedHosts(db: Database | Tx, document: SkillSetDocument): Promise<void> {
  const deniedHosts = await readSetting(db, 'deniedHosts')
  const issues = checkNetwork(document.permissions?.network, deniedHosts)
  const [first] = issues
  if (!first) return
  throw new AppError('POLICY_DENIED', {
    message: first.message,
    issues,
    suggestedAction: 'Take the host out of the permissions, or ask an admin of this site to allow it.',
  })
}

function policyDenied(message: string): AppError {
  return new AppError('POLICY_DENIED', { message })
}

const DECIDED = {
  APPROVED: 'approved this submission',
  CHANGES_REQUESTED: 'asked for changes',
  REJECTED: 'rejected this submission',
  WITHDRAWN: 'withdrew this submission',
} as const

/** Returns a CONFLICT that names who decided what and when. */
export async function alreadyDecidedError(tx: Tx, submissionId: string): Promise<AppError> {
  const submission = await findSubmissionHead(tx, submissionId)
  if (!submission?.decision || !submission.decidedById || !submission.decidedAt)
    return new AppError('CONFLICT', { message: 'This submission has been decided in the meantime.' })
  const names = await findNames(tx, [submission.decidedById])
  const who = names.get(submission.decidedById) ?? 'Someone'
  // In UTC, since the reader's time zone is unknown here.
  const when = submission.decidedAt.toISOString().slice(0, 16).replace('T', ' at ')
  return new AppError('CONFLICT', {
    message: `${who} ${DECIDED[submission.decision]} on ${when} UTC.`,
    suggestedAction: 'Reload the page to see the decision.',
  })
}

/** Returns a CONFLICT that says why the version's state does not allow the move. */
export async function stateConflictError(tx: Tx, move: MoveName, versionId: string): Promise<AppError> {
  const version = await findVersionWithOwner(tx, versionId)
  return new AppError('CONFLICT', { message: version ? moveError(move, version.state) : undefined })
}

const MAX_TEXT_CHARS = 4_000

/** Returns trimmed text. Throws INVALID_INPUT if it is empty or too long. */
export function requireText(text: string, field: string): string {
  const trimmed = text.trim()
  if (trimmed.length === 0) throw fieldError(field, 'Write a sentence or two. The recipient will read this.')
  return withinLimit(trimmed, field)
}

/** Returns trimmed text, or "". Throws INVALID_INPUT if it is too long. */
export function optionalText(text: string | undefined, field: string): string {
  return withinLimit((text ?? '').trim(), field)
}

function withinLimit(text: string, field: string): string {
  if (text.length > MAX_TEXT_CHARS) throw fieldError(field, `Use at most ${MAX_TEXT_CHARS} characters.`)
  if (!isStorable(text)) throw fieldError(field, 'This contains characters that cannot be stored.')
  return text
}

function fieldError(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path: `/${field}`, message }] })
}
