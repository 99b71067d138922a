/**
 * The decisions that can be appealed against, by kind: where one is found, and what overturning it does. A new kind, such as
 * one of another room, is a row of `APPEAL_KINDS` and one of this table.
 */
import { findLatestEvent } from '../../../audit/rows/audit-events.ts'
import type { Context, Viewer } from '../../../context/context.ts'
import type { Database, Tx } from '../../../kernel/db/prisma-client.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { paths } from '../../../kernel/site/paths.ts'
import type { AppealKind } from '../../model/appeal-kinds.ts'
import { findSubmissionHead } from '../../rows/submissions.ts'
import { findVersionWithOwner, listVersionHeads, type VersionWithOwner } from '../../rows/versions.ts'
import { type Acknowledged, publishReviewed, requirePublishable } from '../decide/decide-submission.ts'
import { findLastRetirement } from '../decide/last-retirement.ts'
import { restoreRetired } from '../decide/restore-version.ts'
import { auditMove, notifyFollowersToConsent } from '../review-notices.ts'

/** A decision in force. */
export type AppealableDecision = {
  decisionId: string
  version: VersionWithOwner
  /** Where the decision is shown. */
  href: string
  decidedById: string
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
  /** Throws PRECONDITION_FAILED until the admin has acknowledged what publishing needs. */
  check?: (ctx: Context, subjectId: string, acknowledged: Acknowledged) => Promise<void>
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
      const href = paths.submission(submissionId)
      return { decisionId: submissionId, version, href, decidedById, decidedAt, reason: reason ?? '' }
    },
    async findVersionId(db, submissionId) {
      return (await findSubmissionHead(db, submissionId))?.version.id ?? null
    },
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
    href: paths.skillSet(version.skillSet.publisher.handle, version.skillSet.slug),
    decidedById: event.actorId,
    decidedAt: event.at,
    reason: version.yankReason ?? '',
  }
}
