/** The submission page: everything a reviewer needs to decide, and the publisher to answer. Floor 3. */
import type { Context } from '../context.ts'
import { changesBetween } from '../contract/changes/changes.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { listExampleRuns } from '../db/example-runs.ts'
import { type CommentRow, listCommentsOfVersion } from '../db/review-comments.ts'
import type { RunRow } from '../db/runs.ts'
import {
  findSubmission,
  findSubmissionHead,
  listRevisions,
  type StoredSubmission,
  type SubmissionHead,
} from '../db/submissions.ts'
import { findNames } from '../db/users.ts'
import { findVersion } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { showRun } from '../execution/show-run.ts'
import { adviceOf } from './advice-of.ts'
import { checksOf } from './checks.ts'
import { compareMigrations, compareSkills, compareTexts } from './compare.ts'
import { comparePermissions } from './compare-permissions.ts'
import { examplesOf } from './examples-of.ts'
import { decisionOf, nameOf, peopleOf } from './get-queue.ts'
import { placeOf } from './get-standing.ts'
import { type Party, requireParty, whyNotJudge } from './parties.ts'
import { reviewHints } from './review-hints.ts'
import type { CommentView, RevisionView, SubmissionPage } from './views.ts'

/**
 * One submission, compared with the approved version it was made to follow.
 *
 * Throws UNAUTHENTICATED, and NOT_FOUND for everyone but admins and the publisher's members.
 */
export async function getSubmission(ctx: Context, id: string): Promise<SubmissionPage> {
  const submission = await findSubmission(ctx.db, id)
  if (!submission) throw new AppError('NOT_FOUND')
  const party = await requireParty(ctx, submission.version.skillSet.publisher.organisationId)

  const { base, ...checks } = checksOf(submission.checks)
  const [before, runs, comments, revisions] = await Promise.all([
    base && findVersion(ctx.db, base.versionId),
    listExampleRuns(ctx.db, id),
    listCommentsOfVersion(ctx.db, submission.versionId),
    listRevisions(ctx.db, submission.versionId),
  ])
  const names = await findNames(ctx.db, revisions.flatMap(peopleOf))
  return {
    ...headOf(submission, names),
    place: await placeOf(ctx, submission),
    baseNumber: base?.number ?? null,
    demanded: { bump: checks.bump, latest: checks.latest, reasons: checks.reasons },
    size: checks.size,
    checklist: checks.lines,
    migrationTests: checks.migrations,
    ...contentOf(before?.document ?? null, submission.document, runs),
    comments: comments.map(commentOf),
    history: revisions.map((revision) => revisionOf(revision, names)),
    viewer: viewerOf(party, submission),
  }
}

/**
 * What the submission is called, for whoever may read it: the rest takes longer to compare.
 *
 * Throws as `getSubmission`.
 */
export async function getSubmissionTitle(ctx: Context, id: string): Promise<string> {
  const submission = await findSubmissionHead(ctx.db, id)
  if (!submission) throw new AppError('NOT_FOUND')
  const { skillSet, number } = submission.version
  await requireParty(ctx, skillSet.publisher.organisationId)
  return `${skillSet.name} ${number}`
}

function headOf(submission: StoredSubmission, names: Map<string, string>) {
  const { id, revision, note, submittedById, submittedAt, document } = submission
  const { skillSet, ...version } = submission.version
  const { handle, displayName, verifiedAt } = skillSet.publisher
  return {
    id,
    revision,
    note,
    submittedBy: nameOf(submittedById, names),
    submittedAtMs: submittedAt.getTime(),
    publisher: { handle, displayName, verified: verifiedAt !== null },
    skillSet: {
      id: skillSet.id,
      slug: skillSet.slug,
      name: document.name,
      description: document.description,
      tagline: document.tagline ?? '',
    },
    version,
    decision: decisionOf(submission, names),
  }
}

/** What is handed in, beside what was approved before. */
function contentOf(before: SkillSetDocument | null, after: SkillSetDocument, runs: RunRow[]) {
  const permissions = comparePermissions(before, after)
  const examples = examplesOf(
    after,
    runs.map((run) => ({ ...run, view: showRun(run, { forPublisher: true }) })),
  )
  return {
    changes: changesBetween(before, after).changes,
    hints: reviewHints(after, { permissions, examples }),
    skills: compareSkills(before, after),
    migrations: compareMigrations(before, after),
    texts: compareTexts(before, after),
    permissions,
    config: { before: before?.configDefinitions ?? [], after: after.configDefinitions ?? [] },
    examples,
    advice: adviceOf(after),
  }
}

function commentOf({ id, submission, authorName, byAdmin, body, createdAt }: CommentRow): CommentView {
  return { id, revision: submission.revision, author: authorName, byAdmin, body, atMs: createdAt.getTime() }
}

function revisionOf(row: SubmissionHead, names: Map<string, string>): RevisionView {
  return {
    id: row.id,
    revision: row.revision,
    submittedBy: nameOf(row.submittedById, names),
    submittedAtMs: row.submittedAt.getTime(),
    note: row.note,
    decision: decisionOf(row, names),
  }
}

function viewerOf(
  { viewer, isAdmin, isPublisher }: Party,
  submission: StoredSubmission,
): SubmissionPage['viewer'] {
  const isOpen = submission.decision === null
  const whyNotDecide = isAdmin && isOpen ? whyNotJudge(viewer, submission) : undefined
  return {
    isAdmin,
    isPublisher,
    canDecide: isAdmin && isOpen && !whyNotDecide,
    ...(whyNotDecide && { whyNotDecide }),
    canWithdraw: isPublisher && isOpen,
  }
}
