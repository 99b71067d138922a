/**
 * Retractions: a recall was in error, and its versions run again. As for the recall, one admin proposes, and another one
 * confirms. Everyone who was told of the recall is told; money that was returned stays returned. See docs/spec/product.md §6.
 */
import { z } from 'zod'
import { listAdminIds } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin, requirePerson, type Viewer } from '../../context/context.ts'
import { FAN_OUT_TRANSACTION, type Tx } from '../../kernel/db/prisma-client.ts'
import { enqueueWorkflow } from '../../kernel/db/workers.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { ReasonField } from '../../kernel/validation/text-fields.ts'
import { endAdminNotices } from '../../notices/end-notices.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listMemberIds } from '../../organisations/rows/memberships.ts'
import { closeOverturned } from '../review/end-appeal.ts'
import { findOpenAppealAgainstRecall, listIndependentAdmins } from '../rows/appeals.ts'
import {
  findRecallOwner,
  proposeRetractionRow,
  type RecallRow,
  restoreRecalledVersions,
  retractRecallRow,
  withdrawRetractionRow,
} from '../rows/recalls.ts'
import { NOT_INDEPENDENT } from '../rows/require-independent-admin.ts'
import { findVersionWithOwner, lockSkillSet } from '../rows/versions.ts'
import { logPublicly, requireVersions } from './quarantine.ts'
import { describeRestored, retractionTitle } from './reach.ts'
import { requireIndependent, requireRecall } from './recall.ts'

const decidedWith = z.object({ proposedAtMs: z.int() })

/** Throws CONFLICT unless the retraction that is proposed is the one that the viewer has read. */
function requireSeen({ retractProposedAt }: RecallRow, proposedAtMs: unknown): Date {
  const seen = parseFields(decidedWith, { proposedAtMs })
  if (retractProposedAt === null) throw decidedError()
  if (retractProposedAt.getTime() === seen.proposedAtMs) return retractProposedAt
  throw new AppError('CONFLICT', {
    message: 'The retraction was proposed again since you opened the page.',
    suggestedAction: 'Reload the page, and read the new reason before you decide on it.',
  })
}

/**
 * Proposes to retract a recall; nothing changes until another admin confirms it, whom a notice asks. The reason becomes
 * public then. For admins. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, INVALID_INPUT, and CONFLICT if the recall is not
 * confirmed, or its retraction is proposed or confirmed.
 */
export async function proposeRetraction(ctx: Context, id: string, givenReason: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  requirePerson(ctx)
  const { reason } = parseFields(z.object({ reason: ReasonField }), { reason: givenReason })
  const recall = await requireRecall(ctx, id)
  await ctx.db.$transaction((tx) => applyProposal(tx, { viewer, recall, reason }))
}

/** Proposes a retraction for an admin who may do so. Throws CONFLICT as `proposeRetraction`. */
export async function applyProposal(
  tx: Tx,
  { viewer, recall, reason }: { viewer: Viewer; recall: RecallRow; reason: string },
): Promise<void> {
  const { id } = recall
  const proposal = {
    retractReason: reason,
    retractProposedAt: new Date(),
    retractProposedById: viewer.userId,
    retractProposedByName: viewer.name,
  }
  if (!(await proposeRetractionRow(tx, id, proposal)))
    throw new AppError('CONFLICT', {
      message:
        'This recall cannot be retracted: it is not confirmed, or its retraction is proposed or decided.',
      suggestedAction: 'Reload the page.',
    })
  await recordAudit(tx, {
    ...{ actor: viewer, action: 'recall.propose_retraction', subject: subjectOf(recall) },
    ...{ subjectType: 'skill_set', subjectId: recall.skillSetId, data: { recallId: id, reason } },
  })
  const others = (await listAdminIds(tx)).filter((adminId) => adminId !== viewer.userId)
  await sendNotice(tx, others, {
    kind: 'recall.retraction_proposed',
    title: `${viewer.name} proposes to retract the recall of ${recall.title} ${recall.numbers.join(', ')}`,
    body: `${reason}\n\nA second admin has to confirm it.`,
    href: paths.recallForAdmin(id),
  })
}

/**
 * Confirms the retraction that another admin proposed at `proposedAtMs`, which is the proposal that the viewer has read. The
 * versions have the states again that they had before the recall, also if that was “taken down”; a quarantine does not come
 * back. Everyone who was told of the recall is told in the background. The other admin may be one of those who recalled it. An
 * open appeal against the recall succeeds with it, see `overturnAppeal`.
 * Throws UNAUTHENTICATED, POLICY_DENIED for anyone but another admin and as `requireIndependentAdmin`, NOT_FOUND,
 * INVALID_INPUT, and CONFLICT if no retraction is proposed, or another one than the viewer has read.
 */
export async function confirmRetraction(ctx: Context, id: string, proposedAtMs: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  requirePerson(ctx)
  const recall = await requireRecall(ctx, id)
  requireSeen(recall, proposedAtMs)
  const { retractProposedById, skillSetId } = recall
  if (retractProposedById === null) throw decidedError()
  const refusal = await findRetractError(ctx, recall)
  if (refusal !== undefined) throw new AppError('POLICY_DENIED', { message: refusal })
  const isIndependent = await requireIndependent(ctx, viewer, {
    skillSetId,
    proposedById: retractProposedById,
  })
  await ctx.db.$transaction(
    (tx) => applyRetraction(tx, { viewer, recall, isIndependent }),
    FAN_OUT_TRANSACTION,
  )
}

type Retraction = { viewer: Viewer; recall: RecallRow; isIndependent: boolean }

/**
 * Retracts a recall for an admin who may do so, and whose retraction another one proposed. Throws CONFLICT if the
 * proposal in `recall` is no longer the one that waits, or is the viewer's own.
 */
export async function applyRetraction(tx: Tx, { viewer, recall, isIndependent }: Retraction): Promise<void> {
  const { id, skillSetId, retractReason: reason, retractProposedAt: proposedAt } = recall
  await lockSkillSet(tx, skillSetId)
  const confirmation = {
    retractedById: viewer.userId,
    retractedByName: viewer.name,
    retractedAt: new Date(),
  }
  const isRetracted = proposedAt !== null && (await retractRecallRow(tx, { id, proposedAt }, confirmation))
  if (reason === null || !isRetracted) throw decidedError()
  await endAdminNotices(tx, 'recall.retraction_proposed', paths.recallForAdmin(id))
  const said = isIndependent ? reason : `${reason} ${NOT_INDEPENDENT}`
  const { skillSet, versions } = await requireVersions(tx, skillSetId, recall.versionIds)
  await restoreRecalledVersions(tx, recall)
  await refreshCatalogEntries(tx, skillSetId)
  await recordAudit(tx, {
    ...{ actor: viewer, action: 'recall.retract', subject: subjectOf(recall) },
    ...{ subjectType: 'skill_set', subjectId: skillSetId, data: { recallId: id, reason: said } },
  })
  await logPublicly(tx, { skillSet, versions }, { kind: 'recall_retracted', reason: said, by: 'admin' })
  const owner = await findRecallOwner(tx, skillSetId)
  if (owner)
    await sendNotice(tx, await listMemberIds(tx, owner.organisationId), {
      kind: 'recall.retracted',
      title: retractionTitle(recall),
      body: `${reason}\n\n${describeRestored(recall)} Money that was returned to callers stays with them.`,
      href: paths.recall(id),
    })
  await overturnAppeal(tx, { viewer, recall, reason })
  const input = { recallId: id, isRetraction: true }
  await enqueueWorkflow(tx, { name: 'recall', id: `retraction:${id}`, input, partition: id })
}

/**
 * Closes an open appeal against the recall as overturned, if one of the two who retract it could decide it: an admin who had no
 * part in the recall or, where there is none, any. Otherwise it stays open, to be closed as moot.
 */
async function overturnAppeal(
  tx: Tx,
  { viewer, recall, reason }: { viewer: Viewer; recall: RecallRow; reason: string },
): Promise<void> {
  const appeal = await findOpenAppealAgainstRecall(tx, recall.id)
  const version = await findVersionWithOwner(tx, recall.versionIds[0] ?? '')
  if (!appeal || !version) return
  const independent = await listIndependentAdmins(tx, appeal.skillSet.publisher)
  const hasDecided = (id: string) => id === appeal.decidedById || id === appeal.alsoDecidedById
  const isBySameAdmin = independent.every(hasDecided)
  const deciders = [
    { id: recall.retractProposedById ?? '', name: recall.retractProposedByName ?? '' },
    { id: viewer.userId, name: viewer.name },
  ]
  const decider = deciders.find(({ id }) => independent.includes(id) && (isBySameAdmin || !hasDecided(id)))
  if (!decider) return
  const closing = { reason, closedById: decider.id, closedByName: decider.name, isBySameAdmin }
  const { id, subject: title } = appeal
  await closeOverturned(tx, viewer, { id, kind: 'recall', version, title, closing })
}

/** Returns why the viewer cannot confirm the proposed retraction; undefined if they can. */
export async function findRetractError(
  ctx: Context,
  { retractProposedById }: Pick<RecallRow, 'retractProposedById'>,
): Promise<string | undefined> {
  const { userId } = requireAdmin(ctx)
  if (retractProposedById !== userId) return undefined
  const isOnlyAdmin = (await listAdminIds(ctx.db)).every((adminId) => adminId === userId)
  return isOnlyAdmin
    ? 'You proposed this retraction, and you are the only admin. It needs two people: promote a second account with npm run cli -- make-admin --email EMAIL.'
    : 'You proposed this retraction, so another admin has to confirm it.'
}

/**
 * Takes a proposed retraction back: the recall stays. For whoever proposed it, and other admins as `requireIndependentAdmin`.
 * Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, INVALID_INPUT, and CONFLICT if none is proposed, or another one than the
 * viewer has read, which was proposed at `proposedAtMs`.
 */
export async function withdrawRetraction(ctx: Context, id: string, proposedAtMs: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const recall = await requireRecall(ctx, id)
  const proposedAt = requireSeen(recall, proposedAtMs)
  const { skillSetId, retractProposedById: proposedById } = recall
  if (proposedById === null) throw decidedError()
  const isIndependent =
    proposedById === viewer.userId || (await requireIndependent(ctx, viewer, { skillSetId, proposedById }))
  await ctx.db.$transaction(async (tx) => {
    if (!(await withdrawRetractionRow(tx, { id, proposedAt }))) throw decidedError()
    await endAdminNotices(tx, 'recall.retraction_proposed', paths.recallForAdmin(id))
    await recordAudit(tx, {
      ...{ actor: viewer, action: 'recall.withdraw_retraction', subject: subjectOf(recall) },
      ...{ subjectType: 'skill_set', subjectId: skillSetId },
      data: { recallId: id, ...(!isIndependent && { reason: NOT_INDEPENDENT }) },
    })
  })
}

function subjectOf({ skillSetName, numbers }: RecallRow): string {
  return `${skillSetName} ${numbers.join(', ')}`
}

function decidedError(): AppError {
  return new AppError('CONFLICT', {
    message: 'No retraction of this recall waits for a confirmation.',
    suggestedAction: 'Reload the page.',
  })
}
