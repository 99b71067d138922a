/**
 * Appeals of publishers against rejections, take-downs, recalls and suspensions. An admin who did not make the decision decides;
 * only where there is no other admin does the same one, and the outcome says so.
 */
import { z } from 'zod'
import { type Context, requireAdmin, requirePerson, type Viewer } from '../../../context/context.ts'
import { FAN_OUT_TRANSACTION, type Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import { parseFields } from '../../../kernel/validation/parse-with.ts'
import { IdField } from '../../../kernel/validation/text-fields.ts'
import { findActiveRestriction } from '../../../settings/rows/restriction-rows.ts'
import {
  APPEAL_DAYS,
  APPEAL_KIND_NAMES,
  APPEAL_KINDS,
  type AppealKind,
  parseAppealKind,
} from '../../model/appeal-kinds.ts'
import { type AppealRow, findAppeal, findAppealAgainst, insertAppeal } from '../../rows/appeals.ts'
import { findSkillSetById } from '../../rows/published-versions.ts'
import { findVersionWithOwner, lockSkillSet } from '../../rows/versions.ts'
import { closeOverturned, endAppeal } from '../end-appeal.ts'
import { auditMove, formatTitle, notifyAdmins, notifyPublisher } from '../review-notices.ts'
import { requireActingParty, requireText } from '../review-preconditions.ts'
import { describeDecider, findAppealDecider } from './appeal-decider.ts'
import { APPEALABLE } from './appealable.ts'

const openFields = z.object({
  kind: z.enum(APPEAL_KIND_NAMES),
  subjectId: IdField,
  text: z.string().max(100_000),
})

/**
 * Opens an appeal, notifies the admins and returns its id. For owners and admins of the publisher. Throws UNAUTHENTICATED,
 * NOT_FOUND (also if no admin has decided against the publisher), POLICY_DENIED, INVALID_INPUT, and CONFLICT for a second
 * appeal or after half a year.
 */
export async function openAppeal(ctx: Context, form: unknown): Promise<string> {
  requirePerson(ctx)
  const { kind, subjectId, ...request } = parseFields(openFields, form)
  const decision = await APPEALABLE[kind].find(ctx.db, subjectId)
  if (!decision) throw new AppError('NOT_FOUND')
  const { version, subject, decisionId, decidedById, alsoDecidedById = null, decidedAt, reason } = decision
  const { publisher, slug, id: skillSetId } = version.skillSet
  const { viewer, canPublish } = await requireActingParty(ctx, publisher.organisationId)
  if (!canPublish) throw new AppError('POLICY_DENIED', { message: 'Only the publisher can appeal.' })
  const text = requireText(request.text, 'text')
  if (decidedAt.getTime() < Date.now() - APPEAL_DAYS * DAY_MS)
    throw new AppError('CONFLICT', { message: `A decision can be contested for ${APPEAL_DAYS} days.` })

  return ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    const id = await insertAppeal(tx, {
      ...{ kind, subjectId, decisionId, decidedById, alsoDecidedById, skillSetId, text },
      ...{ decisionReason: reason, decidedAt },
      subject: subject ?? `${publisher.handle}.${slug} ${version.number}`,
      ...{ openedById: viewer.userId, openedByName: viewer.name },
    })
    if (id === null)
      throw new AppError('CONFLICT', {
        message: 'There was an appeal against this decision already, and there is only one.',
        suggestedAction: 'Reload the page to open it. A new version can be submitted all the same.',
      })
    await auditMove(tx, viewer, 'appeal', version, { appealId: id, kind })
    await notifyAdmins(tx, viewer, {
      kind: 'appeal.opened',
      title: `Appeal against the ${APPEAL_KINDS[kind].label.toLowerCase()} of ${subject ?? formatTitle(version)}`,
      body: text,
      href: paths.appeal(id),
    })
    return id
  })
}

const closeFields = z.object({
  outcome: z.enum(['upheld', 'overturned', 'moot'], 'Choose an outcome.'),
  reason: z.string().max(100_000),
  acknowledgedPackages: z.array(z.string().max(214)).max(1_000).default([]),
  acknowledgedBehaviour: z.array(z.string().max(2_000)).max(1_000).default([]),
})

/**
 * Decides an appeal: the decision stays, or it is undone at once. One whose decision is no longer in force, because what was
 * taken down was restored or recalled, or a suspension lifted, is closed as moot. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED (not an
 * admin; the admin who made the decision, while there is another; people of the publisher), INVALID_INPUT,
 * PRECONDITION_FAILED (packages and behaviour to acknowledge), and CONFLICT if the appeal is closed, if
 * the outcome does not suit whether its decision is in force, or if it would be upheld while an admin proposes to retract what it contests.
 *
 * A recall takes two admins to overturn. If no other one has proposed its retraction, this proposes it, and the appeal stays open
 * until another admin confirms it: then it returns `isWaiting`.
 */
export async function decideAppeal(
  ctx: Context,
  appealId: string,
  form: unknown,
): Promise<{ isWaiting: boolean }> {
  const viewer = requireAdmin(ctx)
  const { outcome, reason: text, ...acknowledged } = parseFields(closeFields, form)
  const { appeal, kind } = await requireAppeal(ctx, appealId)
  const { error, isBySameAdmin } = await findAppealDecider(ctx.db, appeal, viewer)
  if (error) throw new AppError('POLICY_DENIED', { message: error })
  const reason = requireText(text, 'reason')
  const { check, find, propose, describeProposal, overturn } = APPEALABLE[kind]
  const { id, subjectId } = appeal
  if (outcome === 'overturned') await check?.(ctx, subjectId, acknowledged)

  return ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, appeal.skillSetId)
    const isStillOpen = (await findAppeal(tx, id))?.outcome === null
    if (!isStillOpen) throw closedError()
    const decision = await find(tx, subjectId)
    const isInForce = decision?.decisionId === appeal.decisionId
    const closing = { reason, closedById: viewer.userId, closedByName: viewer.name, isBySameAdmin }
    if (outcome === 'moot') {
      if (isInForce)
        throw new AppError('CONFLICT', {
          message: 'The decision that this appeal contests is in force.',
          suggestedAction: 'Uphold or overturn it.',
        })
      if (!(await endAppeal(tx, id, { ...closing, outcome }))) throw closedError()
      await tellMoot(tx, viewer, { appeal, kind, reason })
      return { isWaiting: false }
    }
    if (!decision || !isInForce)
      throw new AppError('CONFLICT', {
        message: 'The decision that this appeal contests is no longer in force.',
        suggestedAction: 'Reload the page and close the appeal.',
      })
    const { version } = decision
    const title = decision.subject ?? formatTitle(version)
    if (outcome === 'upheld') {
      const proposal = await describeProposal?.(tx, subjectId, viewer)
      if (proposal?.waitsAt)
        throw new AppError('CONFLICT', {
          message: 'An admin proposes to retract what this appeal contests, so it cannot be upheld now.',
          suggestedAction: 'Withdraw the proposal first, or let another admin confirm it.',
          href: proposal.waitsAt,
        })
      if (!(await endAppeal(tx, id, { ...closing, outcome }))) throw closedError()
      await auditMove(tx, viewer, 'uphold', version, { appealId: id, kind, reason, isBySameAdmin })
      await notifyPublisher(tx, viewer, version, {
        kind: 'appeal.upheld',
        title: `The decision on ${title} was upheld`,
        body: reason,
        href: paths.appeal(id),
      })
      return { isWaiting: false }
    }
    const isWaiting = (await propose?.(tx, { viewer, subjectId, reason })) ?? false
    if (isWaiting) return { isWaiting }
    if (!(await closeOverturned(tx, viewer, { id, kind, version, title, closing }))) throw closedError()
    await overturn(tx, { viewer, subjectId, decision, reason, at: new Date() })
    return { isWaiting }
  }, FAN_OUT_TRANSACTION)
}

type Closed = { appeal: AppealRow; kind: AppealKind; reason: string }

async function tellMoot(tx: Tx, viewer: Viewer, { appeal, kind, reason }: Closed): Promise<void> {
  const versionId = await APPEALABLE[kind].findVersionId(tx, appeal.subjectId)
  const version = versionId === null ? null : await findVersionWithOwner(tx, versionId)
  if (!version) return
  await auditMove(tx, viewer, 'close_appeal', version, { appealId: appeal.id, kind, reason })
  await notifyPublisher(tx, viewer, version, {
    kind: 'appeal.moot',
    title: `Your appeal on ${formatTitle(version)} was closed`,
    body: `The decision that it contests is no longer in force.\n\n${reason}`,
    href: paths.appeal(appeal.id),
  })
}

/** Withdraws an open appeal; there is no second one. Throws as `openAppeal`, and CONFLICT if it is closed. */
export async function withdrawAppeal(ctx: Context, appealId: string): Promise<void> {
  requirePerson(ctx)
  const { appeal, kind } = await requireAppeal(ctx, appealId)
  const { viewer, canPublish } = await requireActingParty(ctx, appeal.skillSet.publisher.organisationId)
  if (!canPublish) throw new AppError('POLICY_DENIED', { message: 'Only the publisher can withdraw it.' })
  const decision = await APPEALABLE[kind].find(ctx.db, appeal.subjectId)
  await ctx.db.$transaction(async (tx) => {
    const by = { closedById: viewer.userId, closedByName: viewer.name }
    if (!(await endAppeal(tx, appeal.id, { outcome: 'withdrawn', reason: null, ...by }))) throw closedError()
    if (decision) await auditMove(tx, viewer, 'withdraw_appeal', decision.version, { appealId: appeal.id })
  })
}

async function requireAppeal({ db }: Context, id: string): Promise<{ appeal: AppealRow; kind: AppealKind }> {
  const appeal = await findAppeal(db, id)
  const kind = appeal && parseAppealKind(appeal.kind)
  if (!appeal || !kind) throw new AppError('NOT_FOUND')
  return { appeal, kind }
}

function closedError(): AppError {
  return new AppError('CONFLICT', {
    message: 'This appeal is closed.',
    suggestedAction: 'Reload the page to see the outcome.',
  })
}

/** Whether a decision can be contested. `untilMs` is in epoch milliseconds. */
export type AppealState =
  | { kind: 'none' }
  | { kind: 'possible'; decider: string; untilMs: number }
  | { kind: 'appealed'; id: string; isOpen: boolean }

/** Returns whether a decision can be contested, or was. For people who already see the decision. */
export async function findAppealState(
  { db }: Pick<Context, 'db'>,
  { kind, subjectId }: { kind: AppealKind; subjectId: string },
): Promise<AppealState> {
  const decision = await APPEALABLE[kind].find(db, subjectId)
  const decisionId = decision?.decisionId ?? null
  const appeal = await findAppealAgainst(db, { kind, subjectId, decisionId })
  if (appeal) return { kind: 'appealed', id: appeal.id, isOpen: appeal.outcome === null }
  const untilMs = decision ? decision.decidedAt.getTime() + APPEAL_DAYS * DAY_MS : 0
  if (!decision || untilMs < Date.now()) return { kind: 'none' }
  const { organisationId } = decision.version.skillSet.publisher
  const decider = await describeDecider(db, {
    deciderIds: [decision.decidedById, decision.alsoDecidedById ?? null],
    organisationId,
  })
  return { kind: 'possible', decider, untilMs }
}

/**
 * Returns the suspension because of which a SkillSet does not run, its own or that of its publisher, and whether it can be
 * contested; null if it is not suspended. For people of the publisher.
 */
export async function findSuspensionAppeal(
  ctx: Pick<Context, 'db'>,
  skillSetId: string,
): Promise<{ restrictionId: string; state: AppealState } | null> {
  const skillSet = await findSkillSetById(ctx.db, skillSetId)
  if (!skillSet) return null
  const found = [
    await findActiveRestriction(ctx.db, { skillSetId }),
    await findActiveRestriction(ctx.db, { publisherId: skillSet.publisher.id }),
  ].find((restriction) => restriction?.kind === 'suspended')
  if (!found) return null
  const state = await findAppealState(ctx, { kind: 'suspension', subjectId: found.id })
  return { restrictionId: found.id, state }
}
