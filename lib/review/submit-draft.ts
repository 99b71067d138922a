/**
 * A publisher hands a draft in: the checks, the number, the frozen snapshot.
 *
 * Floor 3. A public version then waits for an admin; a private one is published at once, for its own people only.
 * The examples run before the transaction, which therefore looks again at everything that may have moved.
 */
import { refreshCatalogEntries } from '../catalog/refresh-catalog-entries.ts'
import { type Context, requireViewer, type Viewer } from '../context.ts'
import { parseDocument } from '../contract/document/parse-document.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { paths } from '../contract/market/paths.ts'
import type { Tx } from '../db/client.ts'
import { findDraft } from '../db/drafts.ts'
import { linkExampleRuns } from '../db/example-runs.ts'
import { findRole } from '../db/member-role.ts'
import { findOwnSkillSet, type OwnSkillSet } from '../db/skill-sets.ts'
import { insertSubmission } from '../db/submissions.ts'
import { lockSkillSet } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { asColumn } from './checks.ts'
import { freezeSnapshot } from './freeze-snapshot.ts'
import { optionalWords } from './reason.ts'
import { type Checked, runChecks } from './run-checks.ts'
import { auditMove, tellAdmins, tellThoseWhoMustAgree, titleOf } from './tell.ts'

export type SubmitRequest = {
  skillSetId: string
  /** A word to the admins. */
  note?: string
  /** The revision of the draft that is meant; whatever is stored when left out. */
  revision?: number
}

export type Submitted =
  | { state: 'IN_REVIEW'; versionId: string; number: string; submissionId: string; revision: number }
  | { state: 'PUBLISHED'; versionId: string; number: string }

/**
 * Submits the draft as it is stored. Later edits of the draft do not reach the snapshot.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND (no such SkillSet, or not the viewer's), INVALID_INPUT (not a document),
 * POLICY_DENIED (a plain member's private version whose code reads secrets as they are), PRECONDITION_FAILED (the checklist is red) and CONFLICT (edited meanwhile, the number is taken, or another
 * version of it is in review).
 */
export async function submitDraft(ctx: Context, request: SubmitRequest): Promise<Submitted> {
  const viewer = requireViewer(ctx)
  const { skillSetId } = request
  const skillSet = await findOwnSkillSet(ctx.db, { skillSetId, userId: viewer.userId })
  if (!skillSet) throw new AppError('NOT_FOUND')
  const note = optionalWords(request.note, 'note')
  const document = await openDraft(ctx, skillSet, request.revision)
  await requireMayReadSecrets(ctx, viewer, skillSet, document)
  const checked = await runChecks(ctx, { skillSetId, document })
  return ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    const versionId = await freezeSnapshot(tx, { skillSetId, document, checks: checked.checks })
    const handIn = { viewer, skillSet, document, versionId, checked, note }
    return document.visibility === 'PRIVATE' ? publishPrivately(tx, handIn) : waitForReview(tx, handIn)
  })
}

async function openDraft(ctx: Context, skillSet: OwnSkillSet, revision?: number): Promise<SkillSetDocument> {
  const draft = await findDraft(ctx.db, skillSet.id)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'There is no draft to submit.' })
  if (revision !== undefined && draft.revision !== revision) {
    throw new AppError('CONFLICT', { message: 'The draft was saved again since you opened it.' })
  }
  const { document, issues } = parseDocument(draft.document)
  if (!document) throw new AppError('INVALID_INPUT', { issues })
  // The name is what callers hold on to; another one is another SkillSet.
  if (document.slug !== skillSet.slug) {
    const message = `The slug of this SkillSet is “${skillSet.slug}”.`
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/slug', message }] })
  }
  return document
}

/** No reviewer looks at a private version. What reads secrets as they are needs the yes of somebody who may give them. */
async function requireMayReadSecrets(
  { db }: Context,
  { userId }: Viewer,
  { publisher: { organisationId } }: OwnSkillSet,
  { visibility, permissions }: SkillSetDocument,
): Promise<void> {
  const read = permissions?.secrets?.filter(({ exposure }) => exposure === 'raw') ?? []
  if (visibility !== 'PRIVATE' || read.length === 0) return
  if ((await findRole(db, { userId, organisationId })) !== 'MEMBER') return
  const keys = read.map(({ key }) => key).join(', ')
  throw new AppError('POLICY_DENIED', {
    message: `Its code reads ${keys} as it is, and nobody reviews a private version: only owners and admins of the organisation publish one like that.`,
    suggestedAction:
      'Ask one of them to submit this draft, or let the secret stay out of the code (exposure "brokered").',
  })
}

type HandIn = {
  viewer: Viewer
  skillSet: OwnSkillSet
  document: SkillSetDocument
  versionId: string
  checked: Checked
  note: string
}

async function waitForReview(tx: Tx, handIn: HandIn): Promise<Submitted> {
  const { viewer, document, versionId, checked, note } = handIn
  const { id, revision } = await insertSubmission(tx, {
    versionId,
    document,
    checks: asColumn(checked.checks),
    note,
    submittedById: viewer.userId,
  })
  await linkExampleRuns(tx, { submissionId: id, versionId, runIds: checked.runIds })
  const subject = subjectOf(handIn)
  await auditMove(tx, viewer, 'submit', subject, { submissionId: id, revision, note })
  await tellAdmins(tx, viewer, {
    kind: 'submission.submitted',
    title: `${titleOf(subject)} waits for review`,
    body: note || `${viewer.name} submitted it${revision > 1 ? ` again (revision ${revision})` : ''}.`,
    href: paths.submission(id),
  })
  return { state: 'IN_REVIEW', versionId, number: document.version, submissionId: id, revision }
}

async function publishPrivately(tx: Tx, handIn: HandIn): Promise<Submitted> {
  const { viewer, skillSet, document, versionId } = handIn
  await refreshCatalogEntries(tx, skillSet.id)
  await auditMove(tx, viewer, 'publish', subjectOf(handIn), { visibility: 'PRIVATE' })
  await tellThoseWhoMustAgree(tx, viewer, subjectOf(handIn))
  return { state: 'PUBLISHED', versionId, number: document.version }
}

function subjectOf({ skillSet, document, versionId }: HandIn) {
  return { id: versionId, number: document.version, skillSet: { ...skillSet, name: document.name } }
}
