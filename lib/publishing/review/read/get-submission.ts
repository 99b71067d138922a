import { findNames } from '../../../accounts/rows/users.ts'
import {
  readSeparateFiles,
  readSkillFolder,
  type SkillFolder,
} from '../../../blobs/skill-files/read-skill-files.ts'
import { readProvenance } from '../../../catalog/model/provenance.ts'
import { openForReviewer } from '../../../config/test-config.ts'
import { type Context, workOwner } from '../../../context/context.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { providersIn } from '../../../integrations/integration-needs.ts'
import { listProviders } from '../../../integrations/provider-view.ts'
import { AppError } from '../../../kernel/errors.ts'
import { findAdvisories } from '../../../packages/registry/find-advisories.ts'
import { listExampleRuns } from '../../../runs/rows/example-runs.ts'
import { getReplayReport } from '../../replay/replay-report.ts'
import { readDraftProgram } from '../../rows/drafts.ts'
import { listPublisherRecords } from '../../rows/publisher-records.ts'
import { type FindingRow, listFindingsOfVersion } from '../../rows/review-findings.ts'
import {
  findNextPending,
  findSubmission,
  findSubmissionHead,
  listCommentsOfVersion,
  listRevisions,
  type StoredSubmission,
  type SubmissionHeadRow,
} from '../../rows/submissions.ts'
import { findVersion } from '../../rows/versions.ts'
import { toFindingView } from '../finding-views.ts'
import { type Party, requireParty, selfReviewError } from '../review-preconditions.ts'
import type { Comparison, EarlierFinding, RevisionView, SubmissionPage } from '../review-views.ts'
import { parseChecks } from '../submission-checks.ts'
import { compareContent } from './compare-content.ts'
import {
  findQueuePosition,
  listReviewParticipants,
  nameOrPlaceholder,
  toCommentView,
  toDecisionView,
} from './get-review-queue.ts'
import { toPublisherRecord } from './list-publishers.ts'
import { reviewBehaviour } from './review-behaviour.ts'
import { reviewPackages } from './review-packages.ts'
import { testedSubmission } from './try-submission.ts'

/**
 * Returns what the review page shows. Compares the submission with the last decided one of this version, or with the
 * approved version if `against` is "version" or nothing was decided. Throws UNAUTHENTICATED, and NOT_FOUND unless the
 * viewer is an admin or a member of the publisher.
 */
export async function getSubmission(
  ctx: Context,
  id: string,
  against?: 'version' | undefined,
): Promise<SubmissionPage> {
  const submission = await findSubmission(ctx.db, id)
  if (!submission) throw new AppError('NOT_FOUND')
  const party = await requireParty(ctx, submission.version.skillSet.publisher.organisationId)

  const { base, ...checks } = parseChecks(submission.checks)
  const [before, runs, comments, revisions, findings] = await Promise.all([
    base && findVersion(ctx.db, base.versionId),
    listExampleRuns(ctx.db, id),
    listCommentsOfVersion(ctx.db, submission.versionId, party),
    listRevisions(ctx.db, submission.versionId),
    listFindingsOfVersion(ctx.db, submission.versionId, party),
  ])
  const names = await findNames(ctx.db, revisions.flatMap(listReviewParticipants))
  // A withdrawn submission may never have been read, so a comparison with it could hide changes from the reviewer.
  const decided = revisions.findLast(
    ({ revision, decision }) =>
      revision < submission.revision && decision !== null && decision !== 'WITHDRAWN',
  )
  const earlier = decided && (await findSubmission(ctx.db, decided.id))
  const comparisons: Comparison[] = [
    ...(decided ? [{ with: 'submission' as const, revision: decided.revision }] : []),
    base ? { with: 'version', number: base.number } : { with: 'nothing' },
  ]
  const [comparison = { with: 'nothing' }, otherComparison = null] =
    against === 'version' ? comparisons.toReversed() : comparisons
  const approved = before?.document ?? null
  const { files, unread } = await readSeparateFiles(
    ctx.db,
    submission.version.skillSet.id,
    submission.document,
  )
  const content = await compareContent(submission.document, {
    approved,
    before: comparison.with === 'submission' ? (earlier?.document ?? null) : approved,
    runs,
    files,
    unreadFiles: unread,
    answers: checks.secretAnswers,
    copiedNames: checks.copiedNames,
    notRun: checks.notRun,
    owner: workOwner(ctx),
  })
  return {
    ...describeHead(submission, names),
    comparison,
    otherComparison,
    earlierDecision: decided ? toRevisionView(decided, names) : null,
    queuePosition: await findQueuePosition(ctx, submission),
    baseNumber: base?.number ?? null,
    demanded: { bump: checks.bump, latest: checks.latest, reasons: checks.reasons },
    size: checks.size,
    checklist: checks.lines,
    migrationTests: checks.migrations,
    ...content,
    findings: findings.filter(({ submissionId }) => submissionId === id).map(toFindingView),
    earlierFindings: listEarlier(findings, decided?.id, content),
    replay: await getReplayReport(ctx, id, { isAdmin: party.isAdmin }),
    packages: {
      ...reviewPackages(submission.document, approved, checks.bundledPackages),
      advisories: await findAdvisories(ctx.db, submission.document.dependencyLock),
    },
    behaviour: await reviewBehaviour(
      ctx.db,
      { document: submission.document, base, behaviour: checks.behaviour },
      party,
    ),
    accounts: await findAccounts(ctx, submission.document),
    comments: comments.map(toCommentView),
    history: revisions.map((revision) => toRevisionView(revision, names)),
    reviewer: await findReviewerParts(ctx, party, submission),
    viewer: {
      ...(await describeViewer(ctx.db, party, submission)),
      canAnswer: party.canPublish && isLastDecided(submission, revisions),
      canAppeal: party.canPublish,
    },
    canComment: party.canPublish || party.isAdmin,
  }
}

/**
 * Returns one skill of a submission as a folder, with the files that are stored outside its document. Throws as `getSubmission`, and NOT_FOUND for an unknown skill.
 */
export async function getSubmittedFolder(
  ctx: Context,
  { id, skill: wanted }: { id: string; skill: string },
): Promise<SkillFolder> {
  const submission = await findSubmission(ctx.db, id)
  if (!submission) throw new AppError('NOT_FOUND')
  const { id: skillSetId, slug, publisher } = submission.version.skillSet
  await requireParty(ctx, publisher.organisationId)
  const { document } = submission
  const skill = document.skills.find((each) => each.slug === wanted)
  if (!skill) throw new AppError('NOT_FOUND', { message: `This submission has no skill “${wanted}”.` })
  const name = `${publisher.handle}.${slug}.${wanted}`
  return readSkillFolder(ctx.db, { name, document, skill, skillSetId })
}

/** Returns "Text tools 1.2.0". Throws as `getSubmission`. */
export async function getSubmissionTitle(ctx: Context, id: string): Promise<string> {
  const submission = await findSubmissionHead(ctx.db, id)
  if (!submission) throw new AppError('NOT_FOUND')
  const { skillSet, number } = submission.version
  await requireParty(ctx, skillSet.publisher.organisationId)
  return `${skillSet.name} ${number}`
}

/** Returns whether this is the last decision on the version. */
function isLastDecided({ id }: StoredSubmission, revisions: readonly SubmissionHeadRow[]): boolean {
  const last = revisions.findLast(({ decision }) => decision !== null && decision !== 'WITHDRAWN')
  return last?.id === id
}

/** Returns the findings of the decision before, and whether the site finds those of its own in this submission, too. */
function listEarlier(
  findings: readonly FindingRow[],
  decidedId: string | undefined,
  { hints, advice }: Pick<SubmissionPage, 'hints' | 'advice'>,
): EarlierFinding[] {
  const now = new Set([
    ...hints.map(({ rule, pointer }) => `${rule} ${pointer}`),
    ...advice.flatMap(({ skillIndex, findings: own }) =>
      own.map(({ rule, pointer }) => `${rule} /skills/${skillIndex}${pointer}`),
    ),
  ])
  return findings
    .filter(({ submissionId }) => submissionId === decidedId)
    .map(toFindingView)
    .map((each) => ({
      ...each,
      isStillFound: each.isAutomated ? now.has(`${each.rule} ${each.pointer}`) : null,
    }))
}

function describeHead(submission: StoredSubmission, names: Map<string, string>) {
  const { id, revision, note, submittedById, submittedAt, document } = submission
  const { skillSet, ...version } = submission.version
  const { handle, displayName, verifiedAt } = skillSet.publisher
  return {
    id,
    revision,
    note,
    provenance: readProvenance(submission.provenance),
    program: readDraftProgram(submission),
    submittedBy: nameOrPlaceholder(submittedById, names),
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
    decision: toDecisionView(submission, names),
  }
}

async function findAccounts(ctx: Context, document: SkillSetDocument): Promise<SubmissionPage['accounts']> {
  const slugs = providersIn(document)
  return { slugs, providers: await listProviders(ctx, slugs) }
}

async function findReviewerParts(
  ctx: Context,
  { isAdmin }: Party,
  submission: StoredSubmission,
): Promise<SubmissionPage['reviewer']> {
  if (!isAdmin) return null
  const [[record], next] = await Promise.all([
    listPublisherRecords(ctx.db, { id: submission.version.skillSet.publisher.id }),
    findNextPending(ctx.db, submission.id),
  ])
  const { skills } = submission.document
  const testValues = await openForReviewer(ctx.db, testedSubmission(submission))
  return {
    record: record ? toPublisherRecord(record) : null,
    next: next && { id: next.id, title: `${next.version.skillSet.name} ${next.version.number}` },
    testSettings: listLabels(submission.document, Object.keys(testValues)),
    tryOut: skills
      .filter(({ kind }) => kind !== 'instruction')
      .map(({ slug, name, parameters = {}, response = null, buttons = [], examples }) => ({
        ...{ slug, name, parameters, response, buttons },
        input: examples?.[0]?.input ?? {},
      })),
  }
}

function listLabels({ configDefinitions = [] }: SkillSetDocument, keys: readonly string[]): string[] {
  return configDefinitions.filter(({ key }) => keys.includes(key)).map(({ label }) => label)
}

function toRevisionView(row: SubmissionHeadRow, names: Map<string, string>): RevisionView {
  return {
    id: row.id,
    revision: row.revision,
    submittedBy: nameOrPlaceholder(row.submittedById, names),
    submittedAtMs: row.submittedAt.getTime(),
    note: row.note,
    decision: toDecisionView(row, names),
  }
}

async function describeViewer(
  db: Context['db'],
  { viewer, isAdmin, isPublisher, canPublish }: Party,
  submission: StoredSubmission,
): Promise<Omit<SubmissionPage['viewer'], 'canAnswer' | 'canAppeal'>> {
  const isOpen = submission.decision === null
  const decisionError = isAdmin && isOpen ? await selfReviewError(db, viewer, submission) : undefined
  return {
    isAdmin,
    isPublisher,
    canDecide: isAdmin && isOpen && !decisionError,
    ...(decisionError && { decisionError }),
    canWithdraw: canPublish && isOpen,
  }
}
