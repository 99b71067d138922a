import { type Context, requireAdmin } from '../../../context/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import {
  APPEAL_KINDS,
  type AppealKind,
  type AppealOutcome,
  parseAppealKind,
  parseAppealOutcome,
} from '../../model/appeal-kinds.ts'
import { type AppealRow, countOpenAppeals, findAppeal, listAppealRows } from '../../rows/appeals.ts'
import { listFindingsOfVersion } from '../../rows/review-findings.ts'
import { findSubmission } from '../../rows/submissions.ts'
import { findVersion } from '../../rows/versions.ts'
import { type FindingView, toFindingView } from '../finding-views.ts'
import { reviewBehaviour } from '../read/review-behaviour.ts'
import { reviewPackages } from '../read/review-packages.ts'
import { type Party, requireParty } from '../review-preconditions.ts'
import type { BehaviourReview } from '../review-views.ts'
import { parseChecks } from '../submission-checks.ts'
import { describeDecider, findAppealDecider } from './appeal-decider.ts'
import { APPEALABLE } from './appealable.ts'

/** Fields that end in `Ms` are epoch milliseconds. */
export type AppealLine = {
  id: string
  kind: AppealKind
  /** "guildhall.text_tools 1.0.0" */
  subject: string
  text: string
  by: string
  openedAtMs: number
  outcome: AppealOutcome | null
  reason: string | null
  closedAtMs: number | null
  isBySameAdmin: boolean
}

export type AppealPage = AppealLine & {
  /** The contested decision; null if it is no longer in force and its reason was not kept. */
  decision: { reason: string; atMs: number; href: string } | null
  /** Whether the contested decision is in force. */
  isInForce: boolean
  findings: FindingView[]
  /** What overturning the decision does, in words. */
  effect: string
  /** Where another admin confirms that the decision is overturned; null if nobody has proposed it. */
  waitsAt: string | null
  /** Who decides, in words. */
  decider: string
  viewer: { canDecide: boolean; decisionError?: string; canWithdraw: boolean; isAdmin: boolean }
  /** Packages to acknowledge before the decision is overturned. */
  newPackages: string[]
  /** New behaviour to acknowledge, too. */
  newBehaviour: BehaviourReview['toAcknowledge']
}

const PAGE_SIZE = 100

/** Returns at most a hundred appeals. For admins. Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function listAppeals(
  ctx: Context,
  { isOpen }: { isOpen: boolean },
): Promise<{ lines: AppealLine[]; open: number }> {
  requireAdmin(ctx)
  const [rows, open] = await Promise.all([
    listAppealRows(ctx.db, { isOpen, take: PAGE_SIZE }),
    countOpenAppeals(ctx.db),
  ])
  return { lines: rows.flatMap(toLine), open }
}

/** Returns no line for a kind of a later release. */
function toLine(row: AppealRow): AppealLine[] {
  const kind = parseAppealKind(row.kind)
  if (!kind) return []
  return [
    {
      ...{ id: row.id, kind, subject: row.subject, text: row.text, by: row.openedByName, reason: row.reason },
      openedAtMs: row.openedAt.getTime(),
      outcome: row.outcome === null ? null : parseAppealOutcome(row.outcome),
      closedAtMs: row.closedAt?.getTime() ?? null,
      isBySameAdmin: row.isBySameAdmin,
    },
  ]
}

/** Returns an appeal for admins and members of the publisher. Throws UNAUTHENTICATED and NOT_FOUND. */
export async function getAppeal(ctx: Context, id: string): Promise<AppealPage> {
  const row = await findAppeal(ctx.db, id)
  const [line] = row ? toLine(row) : []
  if (!row || !line) throw new AppError('NOT_FOUND')
  const { organisationId } = row.skillSet.publisher
  const party = await requireParty(ctx, organisationId)
  const { find, findHref, describeProposal } = APPEALABLE[line.kind]
  const found = await find(ctx.db, row.subjectId)
  const isInForce = found?.decisionId === row.decisionId
  const decision = isInForce ? found : toFormerDecision(row)
  const isOpen = line.outcome === null
  const { error } = party.isAdmin ? await findAppealDecider(ctx.db, row, party.viewer) : {}
  return {
    ...line,
    isInForce,
    decision: decision && {
      href: await findHref(ctx.db, row),
      reason: decision.reason,
      atMs: decision.decidedAt.getTime(),
    },
    effect: APPEAL_KINDS[line.kind].overturned,
    waitsAt: null,
    ...(isOpen && (await describeProposal?.(ctx.db, row.subjectId, party.viewer))),
    decider: await describeDecider(ctx.db, {
      deciderIds: [row.decidedById, row.alsoDecidedById],
      organisationId,
    }),
    ...(await describeSubmission(ctx, line.kind, row.subjectId, party)),
    viewer: {
      isAdmin: party.isAdmin,
      canDecide: party.isAdmin && isOpen && !error,
      ...(isOpen && error && { decisionError: error }),
      canWithdraw: party.canPublish && isOpen,
    },
  }
}

/** Returns the decision as it was when the appeal was opened; null if that was not kept. */
function toFormerDecision({ decisionReason: reason, decidedAt }: AppealRow) {
  return reason === null || !decidedAt ? null : { reason, decidedAt }
}

async function describeSubmission(
  { db }: Context,
  kind: AppealKind,
  id: string,
  party: Party,
): Promise<Pick<AppealPage, 'findings' | 'newPackages' | 'newBehaviour'>> {
  const submission = kind === 'rejection' ? await findSubmission(db, id) : null
  if (!submission) return { findings: [], newPackages: [], newBehaviour: [] }
  const findings = await listFindingsOfVersion(db, submission.versionId, { isAdmin: false })
  const { base, behaviour } = parseChecks(submission.checks)
  const { document } = submission
  const { toAcknowledge } = await reviewBehaviour(db, { document, base, behaviour }, party)
  const approved = base ? ((await findVersion(db, base.versionId))?.document ?? null) : null
  return {
    findings: findings.filter(({ submissionId }) => submissionId === submission.id).map(toFindingView),
    newPackages: reviewPackages(document, approved).toAcknowledge,
    newBehaviour: toAcknowledge,
  }
}
