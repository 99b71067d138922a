/**
 * Submitting a draft. A public version waits for an admin; a private one is published at once. The checks take seconds, so
 * they run before the transaction, which verifies that nothing has changed since.
 */
import { requireSecondFactor } from '../../../auth/factor-policy.ts'
import { requireRecentAuth } from '../../../auth/recent-auth.ts'
import { storeExamplesProfile } from '../../../behaviour/rows/behaviour-rows.ts'
import { keepImagesOf } from '../../../blobs/images/images.ts'
import { requireRoomForSkills, requireSkillFiles } from '../../../blobs/skill-files/store-skill-files.ts'
import type { Provenance } from '../../../catalog/model/provenance.ts'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { type Context, requirePerson, requireViewer, type Viewer } from '../../../context/context.ts'
import { requirePublisherAdmin } from '../../../context/require-publisher-admin.ts'
import { parseDocument } from '../../../contracts/document/parse-document.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import type { Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { linkExampleRuns } from '../../../runs/rows/example-runs.ts'
import type { DraftProgram } from '../../model/draft-program.ts'
import type { ReleaseChoice } from '../../model/rollout-steps.ts'
import { findDraft, readDraftProgram } from '../../rows/drafts.ts'
import { findSkillSetById } from '../../rows/published-versions.ts'
import { insertReplay } from '../../rows/replays.ts'
import { setRelease } from '../../rows/rollouts.ts'
import { findOwnSkillSet, type OwnSkillSet } from '../../rows/skill-sets.ts'
import { insertSubmission } from '../../rows/submissions.ts'
import { setProvenance } from '../../rows/trusted-repositories.ts'
import { linkRecordings } from '../../rows/version-examples.ts'
import { lockSkillSet } from '../../rows/versions.ts'
import { auditMove, formatTitle, notifyAdmins, notifyFollowersToConsent } from '../review-notices.ts'
import { optionalText } from '../review-preconditions.ts'
import { toChecksColumn } from '../submission-checks.ts'
import { freezeSnapshot } from './freeze-snapshot.ts'
import { type CheckedSubmission, runChecks } from './run-checks.ts'

type SubmitRequest = {
  skillSetId: string
  note?: string
  revision?: number
  /** How the version reaches those who follow a range; undefined for the site's default. */
  release?: ReleaseChoice | undefined
  /** Where CI built the document; undefined for one from the studio. */
  provenance?: Provenance
}

export type Submitted =
  | { state: 'IN_REVIEW'; versionId: string; number: string; submissionId: string; revision: number }
  | { state: 'PUBLISHED'; versionId: string; number: string }

/**
 * Submits the draft, and returns what became of it. For owners and admins of the publisher only, because a private version is not reviewed, runs at once for all members, and may use
 * the accounts that the organisation has connected. Never for keys: a person submits what a program wrote. Throws UNAUTHENTICATED, NOT_FOUND, INVALID_INPUT (not a document, or
 * without its files), POLICY_DENIED (plain members, or a suspended SkillSet or publisher), PRECONDITION_FAILED (failed
 * checks, or a draft that a program wrote without a recent confirmation of the person's identity), LIMIT_REACHED (a used up quota) and CONFLICT (the draft was edited, the number is used, or another version is in review).
 */
export async function submitDraft(ctx: Context, request: SubmitRequest): Promise<Submitted> {
  requirePerson(ctx)
  await requireSecondFactor(ctx, 'publishers')
  const viewer = requireViewer(ctx)
  const { skillSetId } = request
  const skillSet = await findOwnSkillSet(ctx.db, { skillSetId, userId: viewer.userId })
  if (!skillSet) throw new AppError('NOT_FOUND')
  const { organisationId } = skillSet.publisher
  await requirePublisherAdmin(ctx.db, { userId: viewer.userId, organisationId })
  await requireActivePublisher(ctx, skillSetId)
  const note = optionalText(request.note, 'note')
  const { document, program } = await requireDraft(ctx, skillSet, request.revision)
  // Nobody may have looked at what a program wrote.
  if (program) await requireRecentAuth(ctx)
  const checked = await runChecks(ctx, { skillSetId, document })
  return ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    await requireSkillFiles(tx, skillSetId, document as Json)
    await keepImagesOf(tx, document as Json)
    const versionId = await freezeSnapshot(tx, { skillSetId, document, checks: checked.checks })
    if (checked.checks.behaviour) await storeExamplesProfile(tx, versionId, checked.checks.behaviour)
    await setRelease(tx, versionId, request.release ?? null)
    await linkRecordings(tx, { versionId, skillSetId, examples: checked.recorded })
    const submission = { viewer, skillSet, document, versionId, checked, note, program }
    const isPrivate = document.visibility === 'PRIVATE'
    const submitted = await (isPrivate ? publishPrivately(tx, submission) : waitForReview(tx, submission))
    const submissionId = 'submissionId' in submitted ? submitted.submissionId : undefined
    await setProvenance(tx, { versionId, submissionId, provenance: request.provenance ?? null })
    await requireRoomForSkills(tx, organisationId)
    return submitted
  })
}

async function requireActivePublisher({ db }: Context, skillSetId: string): Promise<void> {
  const { restriction } = (await findSkillSetById(db, skillSetId)) ?? {}
  if (restriction?.kind !== 'suspended') return
  throw new AppError('POLICY_DENIED', {
    message: `This SkillSet is suspended: ${restriction.reason}`,
    suggestedAction: 'Contact an admin of this site.',
  })
}

/** Throws NOT_FOUND, CONFLICT for another revision than the person saw, and INVALID_INPUT for an unfinished document. */
async function requireDraft(
  ctx: Context,
  skillSet: OwnSkillSet,
  revision?: number,
): Promise<{ document: SkillSetDocument; program: DraftProgram | null }> {
  const draft = await findDraft(ctx.db, skillSet.id)
  if (!draft) throw new AppError('NOT_FOUND', { message: 'This SkillSet has no draft.' })
  if (revision !== undefined && draft.revision !== revision) {
    throw new AppError('CONFLICT', {
      message: 'The draft has been saved since you opened it.',
      suggestedAction: 'Reload the page, check the changes and submit again.',
    })
  }
  const { document, issues } = parseDocument(draft.document)
  if (!document) throw new AppError('INVALID_INPUT', { issues })
  // Once a version is published, callers depend on the slug, so a draft cannot change it.
  if (document.slug !== skillSet.slug) {
    const message = `The slug of this SkillSet is “${skillSet.slug}”.`
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/slug', message }] })
  }
  return { document, program: readDraftProgram(draft) }
}

type SubmissionInput = {
  viewer: Viewer
  skillSet: OwnSkillSet
  document: SkillSetDocument
  versionId: string
  checked: CheckedSubmission
  note: string
  program: DraftProgram | null
}

async function waitForReview(tx: Tx, submission: SubmissionInput): Promise<Submitted> {
  const { viewer, document, versionId, checked, note, program } = submission
  const { id, revision } = await insertSubmission(tx, {
    versionId,
    document,
    checks: toChecksColumn(checked.checks),
    note,
    submittedById: viewer.userId,
    program,
  })
  await linkExampleRuns(tx, { submissionId: id, versionId, runIds: checked.runIds })
  const { base } = checked.checks
  if (base)
    await insertReplay(tx, {
      submissionId: id,
      skillSetId: submission.skillSet.id,
      baseVersionId: base.versionId,
    })
  const subject = toNoticeSubject(submission)
  await auditMove(tx, viewer, 'submit', subject, { submissionId: id, revision, note })
  await notifyAdmins(tx, viewer, {
    kind: 'submission.submitted',
    title: `${formatTitle(subject)} was submitted for review`,
    body:
      note || `${viewer.name} submitted this version${revision > 1 ? ` again (revision ${revision})` : ''}.`,
    href: paths.submission(id),
  })
  return { state: 'IN_REVIEW', versionId, number: document.version, submissionId: id, revision }
}

async function publishPrivately(tx: Tx, submission: SubmissionInput): Promise<Submitted> {
  const { viewer, skillSet, document, versionId } = submission
  await refreshCatalogEntries(tx, skillSet.id)
  await auditMove(tx, viewer, 'publish', toNoticeSubject(submission), { visibility: 'PRIVATE' })
  await notifyFollowersToConsent(tx, viewer, toNoticeSubject(submission))
  return { state: 'PUBLISHED', versionId, number: document.version }
}

function toNoticeSubject({ skillSet, document, versionId }: SubmissionInput) {
  return { id: versionId, number: document.version, skillSet: { ...skillSet, name: document.name } }
}
