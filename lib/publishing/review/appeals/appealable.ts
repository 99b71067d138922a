/**
 * The decisions that can be appealed against, by kind: where one is found, and what overturning it does. A new kind, such as
 * one of another room, is a row of `APPEAL_KINDS` and one of this table.
 */
import { findLatestEvent } from '../../../audit/rows/audit-events.ts'
import type { Context, Viewer } from '../../../context/context.ts'
import type { Database, Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { findRestriction } from '../../../settings/rows/restriction-rows.ts'
import { APPEAL_KINDS, type AppealKind } from '../../model/appeal-kinds.ts'
import { applyProposal, applyRetraction } from '../../recalls/retract-recall.ts'
import type { AppealRow } from '../../rows/appeals.ts'
import { listPublishedVersions, listPublisherSkillSets } from '../../rows/published-versions.ts'
import { findRecall, type RecallRow } from '../../rows/recalls.ts'
import { findSubmissionHead } from '../../rows/submissions.ts'
import { findVersionWithOwner, listVersionHeads, type VersionWithOwner } from '../../rows/versions.ts'
import { type Acknowledged, publishReviewed, requirePublishable } from '../decide/decide-submission.ts'
import { findLastRetirement } from '../decide/last-retirement.ts'
import { restoreRetired } from '../decide/restore-version.ts'
import { liftInTransaction } from '../decide/restrict.ts'
import { auditMove, notifyFollowersToConsent } from '../review-notices.ts'

/** A decision in force. */
export type AppealableDecision = {
  decisionId: string
  /** Of a decision on more than one version, any of them. */
  version: VersionWithOwner
  /** What was decided on; by default the version. */
  subject?: string
  decidedById: string
  /** The other admin, of a decision that takes two. */
  alsoDecidedById?: string | null
  decidedAt: Date
  reason: string
}

type Overturning = {
  viewer: Viewer
  subjectId: string
  decision: AppealableDecision
  /** Of the appeal's outcome. */
  reason: string
  at: Date
}

type Appealable = {
  /** Returns null if nothing is in force that the publisher could contest. */
  find: (db: Database | Tx, subjectId: string) => Promise<AppealableDecision | null>
  /** Returns the version that was decided on, also if the decision is no longer in force. */
  findVersionId: (db: Database | Tx, subjectId: string) => Promise<string | null>
  /** Returns where the decision is shown, also if it is no longer in force. */
  findHref: (db: Database | Tx, appeal: Pick<AppealRow, 'subjectId' | 'skillSet'>) => Promise<string>
  /** Throws PRECONDITION_FAILED until the admin has acknowledged what publishing needs. */
  check?: (ctx: Context, subjectId: string, acknowledged: Acknowledged) => Promise<void>
  /**
   * Proposes to overturn a decision that takes two admins to overturn. Returns false if another one has proposed it, so that
   * `overturn` confirms it. Call with the SkillSet's lock.
   */
  propose?: (tx: Tx, proposed: Pick<Overturning, 'viewer' | 'subjectId' | 'reason'>) => Promise<boolean>
  /**
   * Returns what overturning such a decision does for the viewer, in words, and where a proposal waits for another admin, or
   * null; undefined if the decision is no longer in force.
   */
  describeProposal?: (
    db: Database | Tx,
    subjectId: string,
    viewer: Viewer,
  ) => Promise<{ effect: string; waitsAt: string | null } | undefined>
  /** Call with the SkillSet's lock. */
  overturn: (tx: Tx, overturning: Overturning) => Promise<void>
}

export const APPEALABLE: Record<AppealKind, Appealable> = {
  rejection: {
    async find(db, submissionId) {
      const submission = await findSubmissionHead(db, submissionId)
      const { decision, decidedById, decidedAt, reason } = submission ?? {}
      const version = submission && (await findVersionWithOwner(db, submission.version.id))
      if (decision !== 'REJECTED' || !decidedById || !decidedAt || version?.state !== 'REJECTED') return null
      return { decisionId: submissionId, version, decidedById, decidedAt, reason: reason ?? '' }
    },
    async findVersionId(db, submissionId) {
      return (await findSubmissionHead(db, submissionId))?.version.id ?? null
    },
    findHref: async (_, { subjectId }) => paths.submission(subjectId),
    check: requirePublishable,
    async overturn(tx, { viewer, subjectId, at }) {
      const submission = await findSubmissionHead(tx, subjectId)
      if (!submission) return
      const release = await publishReviewed(tx, { move: 'overturn', version: submission.version, at })
      if (release.kind === 'gradual') await auditMove(tx, viewer, 'roll_out', submission.version)
      await notifyFollowersToConsent(tx, viewer, submission.version)
    },
  },
  take_down: {
    async find(db, versionId) {
      const version = await findVersionWithOwner(db, versionId)
      return version && findTakeDown(db, version)
    },
    findVersionId: async (_, versionId) => versionId,
    findHref: async (_, { skillSet }) => paths.skillSet(skillSet.publisher.handle, skillSet.slug),
    async overturn(tx, { viewer, decision, reason }) {
      const party = { viewer, isAdmin: true, isPublisher: false, canPublish: false }
      for (const { id } of await listVersionHeads(tx, decision.version.skillSet.id)) {
        const version = await findVersionWithOwner(tx, id)
        const takeDown = version && (await findTakeDown(tx, version))
        if (version && takeDown?.decisionId === decision.decisionId)
          await restoreRetired(tx, { version, party }, `An appeal against it succeeded: ${reason}`)
      }
    },
  },
  recall: {
    async find(db, recallId) {
      const recall = await findRecall(db, recallId)
      const version = recall && (await findRecalledVersion(db, recall))
      const { confirmedById, confirmedAt, retractedAt } = recall ?? {}
      if (!recall || !version || !confirmedById || !confirmedAt || retractedAt) return null
      return {
        ...{ version, decisionId: recallId, reason: recall.reason },
        subject: `${recall.skillSetName} ${recall.numbers.join(', ')}`,
        ...{ decidedById: confirmedById, alsoDecidedById: recall.proposedById, decidedAt: confirmedAt },
      }
    },
    async findVersionId(db, recallId) {
      return (await findRecall(db, recallId))?.versionIds[0] ?? null
    },
    findHref: async (_, { subjectId }) => paths.recall(subjectId),
    // A retraction takes two admins: who decides the appeal proposes it, and any other one confirms it on the recall's page.
    async propose(tx, { viewer, subjectId, reason }) {
      const recall = await findRecall(tx, subjectId)
      if (!recall) return false
      if (recall.retractProposedById === null) {
        await applyProposal(tx, { viewer, recall, reason })
        return true
      }
      if (recall.retractProposedById !== viewer.userId) return false
      throw new AppError('PRECONDITION_FAILED', {
        message: 'You have proposed to retract this recall already.',
        suggestedAction:
          'Another admin has to confirm it on the page of the recall. The appeal succeeds with it.',
        href: paths.recallForAdmin(subjectId),
      })
    },
    async describeProposal(db, recallId, viewer) {
      const recall = await findRecall(db, recallId)
      if (!recall || recall.retractedAt) return undefined
      const { retractProposedById: proposedById } = recall
      const isConfirmed = proposedById !== null && proposedById !== viewer.userId
      return {
        effect: isConfirmed
          ? APPEAL_KINDS.recall.overturned
          : 'You propose to retract the recall. It is retracted, and the appeal succeeds, when another admin confirms that; one of those who recalled it may do so.',
        waitsAt: proposedById === null ? null : paths.recallForAdmin(recallId),
      }
    },
    async overturn(tx, { viewer, subjectId }) {
      const recall = await findRecall(tx, subjectId)
      if (recall) await applyRetraction(tx, { viewer, recall, isIndependent: true })
    },
  },
  suspension: {
    async find(db, restrictionId) {
      const restriction = await findRestriction(db, restrictionId)
      if (restriction?.kind !== 'suspended' || restriction.endedAt || restriction.userId) return null
      const version = await findVersionOfRestriction(db, restriction)
      const { skillSetId, publisherId, subject } = restriction
      const event = await findLatestEvent(db, {
        ...(skillSetId
          ? ({ subjectType: 'skill_set', subjectId: skillSetId } as const)
          : ({ subjectType: 'publisher', subjectId: publisherId ?? '' } as const)),
        action: 'restriction.suspend',
      })
      if (!version || !event?.actorId) return null
      return {
        ...{ version, subject, decisionId: restrictionId, reason: restriction.reason },
        ...{ decidedById: event.actorId, decidedAt: restriction.createdAt },
      }
    },
    async findVersionId(db, restrictionId) {
      const restriction = await findRestriction(db, restrictionId)
      return restriction ? ((await findVersionOfRestriction(db, restriction))?.id ?? null) : null
    },
    async findHref(db, { subjectId, skillSet: { publisher, slug } }) {
      const isOfPublisher = (await findRestriction(db, subjectId))?.publisherId
      return isOfPublisher ? paths.publisher(publisher.handle) : paths.skillSet(publisher.handle, slug)
    },
    async overturn(tx, { viewer, subjectId, reason }) {
      const restriction = await findRestriction(tx, subjectId)
      if (restriction) await liftInTransaction(tx, { viewer, restriction, reason })
    },
  },
}

async function findRecalledVersion(db: Database | Tx, recall: RecallRow): Promise<VersionWithOwner | null> {
  const [versionId] = recall.versionIds
  return versionId === undefined ? null : findVersionWithOwner(db, versionId)
}

/** Returns a published version of what is suspended; null if nothing of it was published. */
async function findVersionOfRestriction(
  db: Database | Tx,
  { skillSetId, publisherId }: { skillSetId: string | null; publisherId: string | null },
): Promise<VersionWithOwner | null> {
  const skillSetIds = skillSetId
    ? [skillSetId]
    : publisherId
      ? (await listPublisherSkillSets(db, publisherId)).map(({ id }) => id)
      : []
  for (const id of skillSetIds) {
    const [published] = await listPublishedVersions(db, id)
    const version = published ? await findVersionWithOwner(db, published.id) : null
    if (version) return version
  }
  return null
}

/** Returns an admin's take-down of the version; null if it is not yanked, was recalled, or its publisher yanked it. */
async function findTakeDown(
  db: Database | Tx,
  version: VersionWithOwner,
): Promise<AppealableDecision | null> {
  if (version.state !== 'YANKED' || version.recallId !== null) return null
  const { isByPublisher } = await findLastRetirement(db, version)
  const subject = { subjectType: 'version', subjectId: version.id } as const
  const event = await findLatestEvent(db, { ...subject, action: 'version.yank' })
  if (isByPublisher || !event?.actorId) return null
  const takeDownId = isObject(event.data) ? event.data.takeDownId : undefined
  return {
    version,
    // Those of one take-down share it.
    decisionId: typeof takeDownId === 'string' ? takeDownId : event.id,
    decidedById: event.actorId,
    decidedAt: event.at,
    reason: version.yankReason ?? '',
  }
}
