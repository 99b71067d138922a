/** Closes an account or an organisation. The ledger, the audit log and the receipts of runs stay. */

import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { deleteReplayConsents } from '../../publishing/rows/replays.ts'
import { endTransfersOf } from '../../publishing/rows/transfers.ts'
import { DELETED_DOMAIN } from './users.ts'

export type OwnedPublisher = {
  id: string
  handle: string
  skillSets: { id: string; name: string; versions: { id: string; number: string }[] }[]
}

export function listPublishersOf(db: Database | Tx, organisationId: string): Promise<OwnedPublisher[]> {
  return db.publisher.findMany({
    where: { organisationId },
    select: {
      id: true,
      handle: true,
      skillSets: {
        select: {
          id: true,
          name: true,
          versions: {
            where: { state: { in: ['PUBLISHED', 'DEPRECATED'] } },
            select: { id: true, number: true },
          },
        },
      },
    },
    orderBy: { handle: 'asc' },
  })
}

/** What a publisher proved, and what an admin verified about it, ends: it was about the former owner. */
export async function movePublishers(tx: Tx, from: string, to: string): Promise<void> {
  const where = { organisationId: from }
  await tx.publisherProof.deleteMany({ where: { publisher: where } })
  const skillSets = await tx.skillSet.findMany({ where: { publisher: where }, select: { id: true } })
  // Organisations agreed to replays by the former owner.
  await deleteReplayConsents(
    tx,
    skillSets.map(({ id }) => id),
  )
  await tx.publisher.updateMany({ where, data: { organisationId: to, verifiedAt: null } })
}

export async function countBelongings(db: Database, organisationId: string) {
  const where = { organisationId }
  const [runs, savedPlans, files, members, automations, installs, toolsets, webhooks] = await Promise.all([
    db.run.count({ where, take: 10_001 }),
    db.savedPlan.count({ where }),
    db.vault.findUnique({ where, select: { _count: { select: { files: true } } } }),
    db.membership.count({ where }),
    db.automation.count({ where }),
    db.install.count({ where }),
    db.toolset.count({ where }),
    db.webhook.count({ where }),
  ])
  const vaultFiles = files?._count.files ?? 0
  return { runs, savedPlans, files: vaultFiles, members, automations, installs, toolsets, webhooks }
}

/** The sweeps delete content afterwards. */
export async function emptyOrganisation(tx: Tx, organisationId: string, at: Date): Promise<void> {
  const where = { organisationId }
  await tx.apiKey.updateMany({ where, data: { revokedAt: at, toolsetId: null } })
  await tx.toolset.deleteMany({ where })
  await tx.webhook.deleteMany({ where })
  await tx.automation.deleteMany({ where })
  await tx.integrationConnection.deleteMany({ where })
  await tx.integrationUse.deleteMany({ where })
  await tx.connectAttempt.deleteMany({ where })
  await tx.sealedSecret.deleteMany({ where })
  await tx.payee.deleteMany({ where })
  await tx.ownHost.deleteMany({ where })
  await tx.creditRequest.deleteMany({ where })
  await tx.invitation.deleteMany({ where })
  await tx.replayConsent.deleteMany({ where })
  await tx.replayRecording.deleteMany({ where })
  await tx.replayCase.deleteMany({ where: { ...where, source: 'others' } })
  await tx.replayAnswer.deleteMany({ where })
  await tx.takenVersion.deleteMany({ where })
  await tx.recallSecret.deleteMany({ where })
  // Gives access to texts. The run that paid, and the ledger, stay.
  await tx.skillPurchase.deleteMany({ where })
  await endTransfersOf(tx, organisationId, at)
  await tx.install.deleteMany({ where })
  await tx.configValue.deleteMany({ where })
  await tx.testConfig.deleteMany({ where })
  await tx.preset.deleteMany({ where })
  await tx.savedPlan.deleteMany({ where })
  await tx.planRun.deleteMany({ where })
  await tx.batch.deleteMany({ where })
  await tx.approvalPolicy.deleteMany({ where })
  await tx.idempotencyKey.deleteMany({ where })
  await tx.vault.deleteMany({ where })
  await tx.share.updateMany({ where: { run: where }, data: { revokedAt: at } })
  await tx.blob.updateMany({ where, data: { expiresAt: at } })
  await tx.membership.deleteMany({ where })
  await tx.organisation.update({
    where: { id: organisationId },
    data: { name: 'Deleted organisation', personalOfId: null, purgeRunsBefore: at },
  })
}

/** Empties the row instead of deleting it, because runs and the ledger of other organisations refer to it. */
export async function anonymiseUser(tx: Tx, userId: string, at: Date): Promise<void> {
  const where = { userId }
  const all = { deleteMany: {} }
  await tx.apiKey.updateMany({ where, data: { revokedAt: at, name: 'Deleted' } })
  await tx.preset.deleteMany({ where })
  await forgetNameInDecisions(tx, userId)
  await tx.user.update({
    where: { id: userId },
    data: {
      email: `deleted-${userId}${DELETED_DOMAIN}`,
      emailVerified: null,
      name: DELETED_USER,
      image: null,
      passwordHash: null,
      role: 'USER',
      lockedAt: at,
      sessionVersion: { increment: 1 },
      accounts: all,
      memberships: all,
      resetLinks: all,
      notices: all,
      mails: all,
      noticePreferences: all,
      emailConfirmations: all,
      browserSessions: all,
      recoveryCodes: all,
      passkeys: all,
      stars: all,
      collections: all,
      ratings: all,
      creditRequests: all,
    },
  })
  await tx.totpFactor.deleteMany({ where })
}

const DELETED_USER = 'Deleted user'

/** Decisions, comments and answers stay, without the name of the person. */
async function forgetNameInDecisions(tx: Tx, id: string): Promise<void> {
  await tx.reviewComment.updateMany({ where: { authorId: id }, data: { authorName: DELETED_USER } })
  await tx.transfer.updateMany({ where: { requestedById: id }, data: { requestedByName: DELETED_USER } })
  await tx.trustedRepository.updateMany({ where: { createdById: id }, data: { createdByName: DELETED_USER } })
  await tx.toolsetSkill.updateMany({ where: { agreedById: id }, data: { agreedByName: DELETED_USER } })
  await tx.planRun.updateMany({ where: { confirmedById: id }, data: { confirmedByName: DELETED_USER } })
  await tx.planApproval.updateMany({ where: { decidedById: id }, data: { decidedByName: DELETED_USER } })
  await tx.findingAnswer.updateMany({ where: { answeredById: id }, data: { answeredByName: DELETED_USER } })
  await tx.appeal.updateMany({ where: { openedById: id }, data: { openedByName: DELETED_USER } })
  await tx.appeal.updateMany({ where: { closedById: id }, data: { closedByName: DELETED_USER } })
  await tx.quarantine.updateMany({ where: { createdById: id }, data: { createdByName: DELETED_USER } })
  await tx.recall.updateMany({ where: { proposedById: id }, data: { proposedByName: DELETED_USER } })
  await tx.recall.updateMany({ where: { confirmedById: id }, data: { confirmedByName: DELETED_USER } })
  await tx.recall.updateMany({
    where: { retractProposedById: id },
    data: { retractProposedByName: DELETED_USER },
  })
  await tx.recall.updateMany({ where: { retractedById: id }, data: { retractedByName: DELETED_USER } })
  await tx.quarantine.updateMany({ where: { endedById: id }, data: { endedByName: DELETED_USER } })
  await tx.restriction.updateMany({ where: { createdById: id }, data: { createdByName: DELETED_USER } })
}
