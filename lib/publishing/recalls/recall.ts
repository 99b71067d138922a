/**
 * Recalls: versions that are taken down because they did harm, for good unless the recall is retracted. One admin proposes, and another one confirms.
 * Everyone who came into contact with them is told then, see `reach.ts`. docs/spec/product.md §6 has the rules.
 */
import { z } from 'zod'
import { listAdminIds } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin, requirePerson, type Viewer } from '../../context/context.ts'
import { parseRecallClass, RECALL_CLASS_NAMES, RECALL_CLASSES } from '../../contracts/versions/withdrawal.ts'
import { FAN_OUT_TRANSACTION } from '../../kernel/db/prisma-client.ts'
import { enqueueWorkflow } from '../../kernel/db/workers.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { IdField, LineField, ReasonField } from '../../kernel/validation/text-fields.ts'
import { endAdminNotices } from '../../notices/end-notices.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listMemberIds } from '../../organisations/rows/memberships.ts'
import type { PublishedVersion } from '../rows/published-versions.ts'
import {
  confirmRecallRow,
  findOpenProposal,
  findRecall,
  findRecallOwner,
  insertRecall,
  type RecallRow,
  recallVersions,
  withdrawRecallRow,
} from '../rows/recalls.ts'
import { NOT_INDEPENDENT, requireIndependentAdmin } from '../rows/require-independent-admin.ts'
import { lockSkillSet } from '../rows/versions.ts'
import { logPublicly, requireVersions } from './quarantine.ts'
import { stopWithdrawnRuns } from './stop-withdrawn-runs.ts'

/** A form sends "" for a field that was left empty. */
const optionalInstant = z
  .union([z.literal(''), z.iso.datetime({ offset: true, error: 'Enter a date and a time.' })])
  .optional()
  .transform((text) => (text ? new Date(text) : null))

const fields = z
  .strictObject({
    skillSetId: IdField,
    versionIds: z.array(IdField).min(1, 'Choose at least one version.').max(1000),
    recallClass: z.enum(RECALL_CLASS_NAMES, { error: 'Choose a class.' }),
    /** When runs were affected; without them, as long as the versions existed. */
    windowFrom: optionalInstant,
    windowTo: optionalInstant,
    reason: ReasonField,
    /** The number of a version of the same SkillSet. */
    replacement: z
      .union([z.literal(''), LineField])
      .optional()
      .transform((text) => text || null),
  })
  .refine(({ windowFrom, windowTo }) => !windowFrom || !windowTo || windowFrom < windowTo, {
    path: ['windowTo'],
    error: 'The end must be after the beginning.',
  })

/**
 * Proposes a recall, and returns its id. Nothing changes until another admin confirms it; the other admins are notified.
 * For admins. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, INVALID_INPUT, and CONFLICT if a version was recalled, or a
 * recall of it is proposed.
 */
export async function proposeRecall(ctx: Context, form: unknown): Promise<string> {
  const viewer = requireAdmin(ctx)
  requirePerson(ctx)
  const { skillSetId, versionIds, replacement, ...proposal } = parseFields(fields, form)
  return ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    const { skillSet, versions, all } = await requireVersions(tx, skillSetId, versionIds)
    const recalled = versions.find(({ withdrawal }) => withdrawal?.kind === 'recall')
    if (recalled)
      throw new AppError('CONFLICT', { message: `${skillSet.name} ${recalled.number} was recalled already.` })
    if (await findOpenProposal(tx, { skillSetId, versionIds }))
      throw new AppError('CONFLICT', {
        message: 'A recall of one of these versions is proposed already.',
        suggestedAction: 'Confirm or withdraw that one first.',
      })
    requireReplacement(replacement, all, versions)
    const numbers = versions.map(({ number }) => number)
    const skillSetName = `${skillSet.publisher.handle}.${skillSet.slug}`
    const id = await insertRecall(tx, {
      ...{ ...proposal, skillSetId, replacement, numbers, skillSetName, title: skillSet.name },
      versionIds: versions.map((version) => version.id),
      ...{ proposedById: viewer.userId, proposedByName: viewer.name },
    })
    const { recallClass, reason } = proposal
    await recordAudit(tx, {
      ...{ actor: viewer, action: 'recall.propose', subject: `${skillSetName} ${numbers.join(', ')}` },
      ...{ subjectType: 'skill_set', subjectId: skillSetId, data: { recallId: id, recallClass, reason } },
    })
    const others = (await listAdminIds(tx)).filter((adminId) => adminId !== viewer.userId)
    await sendNotice(tx, others, {
      kind: 'recall.proposed',
      title: `${viewer.name} proposes a recall of ${skillSet.name} ${numbers.join(', ')}`,
      body: `${RECALL_CLASSES[recallClass].label}: ${reason}\n\nA second admin has to confirm it.`,
      href: paths.recallForAdmin(id),
    })
    return id
  })
}

function requireReplacement(
  replacement: string | null,
  all: readonly PublishedVersion[],
  recalled: readonly PublishedVersion[],
): void {
  if (isReplacement(replacement, all, recalled)) return
  const message = `Version ${replacement} is not published, or is affected itself.`
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/replacement', message }] })
}

/** Whether callers can use it instead; true if none is named. */
function isReplacement(
  replacement: string | null,
  all: readonly PublishedVersion[],
  recalled: readonly PublishedVersion[],
): boolean {
  if (replacement === null) return true
  const version = all.find(({ number }) => number === replacement)
  return version !== undefined && isUsable(version) && !recalled.includes(version)
}

/** Whether a version runs: it is neither taken down nor withdrawn. */
export function isUsable({ state, withdrawal }: Pick<PublishedVersion, 'state' | 'withdrawal'>): boolean {
  return state !== 'YANKED' && withdrawal === null
}

function replacementError({ replacement }: RecallRow): AppError {
  return new AppError('CONFLICT', {
    message: `Version ${replacement}, which replaces the recalled versions, was taken down or is in quarantine.`,
    suggestedAction: 'Withdraw this proposal, and propose the recall with another replacement.',
  })
}

/**
 * Confirms a recall that another admin proposed: its versions do not run again, and everyone reached is told in the
 * background. Open runs of them have been stopped on return. Throws UNAUTHENTICATED, POLICY_DENIED for anyone but another
 * admin and as `requireIndependentAdmin`, NOT_FOUND, and CONFLICT if it was confirmed or withdrawn, or its replacement does
 * not run any more.
 */
export async function confirmRecall(ctx: Context, id: string): Promise<void> {
  const viewer = requireAdmin(ctx)
  requirePerson(ctx)
  const recall = await requireRecall(ctx, id)
  const refusal = await findConfirmError(ctx, recall)
  if (refusal !== undefined) throw new AppError('POLICY_DENIED', { message: refusal })
  const isIndependent = await requireIndependent(ctx, viewer, recall)
  const at = new Date()
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, recall.skillSetId)
    const confirmation = { confirmedById: viewer.userId, confirmedByName: viewer.name, confirmedAt: at }
    if (!(await confirmRecallRow(tx, id, confirmation))) throw decidedError()
    await endAdminNotices(tx, 'recall.proposed', paths.recallForAdmin(id))
    const { skillSet, versions, all } = await requireVersions(tx, recall.skillSetId, recall.versionIds)
    if (!isReplacement(recall.replacement, all, versions)) throw replacementError(recall)
    await recallVersions(tx, recall, at)
    await refreshCatalogEntries(tx, recall.skillSetId)
    const subject = `${recall.skillSetName} ${recall.numbers.join(', ')}`
    const { recallClass, reason } = recall
    await recordAudit(tx, {
      ...{ actor: viewer, action: 'recall.confirm', subject, subjectType: 'skill_set' },
      ...{ subjectId: recall.skillSetId, data: { recallId: id, recallClass, reason } },
    })
    const { label } = RECALL_CLASSES[parseRecallClass(recallClass)]
    const said = isIndependent ? reason : `${reason} ${NOT_INDEPENDENT}`
    const removal = { kind: 'recall', reason: `${label}: ${said}`, by: 'admin' } as const
    await logPublicly(tx, { skillSet, versions }, removal)
    const owner = await findRecallOwner(tx, recall.skillSetId)
    if (owner)
      await sendNotice(tx, await listMemberIds(tx, owner.organisationId), {
        kind: 'version.recalled',
        title: `${recall.title} ${recall.numbers.join(', ')} was recalled`,
        body: reason,
        href: paths.recall(id),
      })
    await enqueueWorkflow(tx, { name: 'recall', id: `recall:${id}`, input: { recallId: id }, partition: id })
  }, FAN_OUT_TRANSACTION)
  await stopWithdrawnRuns(ctx)
}

/** Throws as `requireIndependentAdmin`. Whoever proposed the recall, or its retraction, cannot confirm it. */
export async function requireIndependent(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  { skillSetId, proposedById }: Pick<RecallRow, 'skillSetId' | 'proposedById'>,
): Promise<boolean> {
  const owner = await findRecallOwner(db, skillSetId)
  if (!owner) throw new AppError('NOT_FOUND')
  const { organisationId } = owner
  return requireIndependentAdmin(db, viewer, { organisationId, exceptId: proposedById })
}

/** Returns why the viewer cannot confirm the proposal; undefined if they can. */
export async function findConfirmError(
  ctx: Context,
  { proposedById }: Pick<RecallRow, 'proposedById'>,
): Promise<string | undefined> {
  const { userId } = requireAdmin(ctx)
  if (proposedById !== userId) return undefined
  const isOnlyAdmin = (await listAdminIds(ctx.db)).every((adminId) => adminId === userId)
  return isOnlyAdmin
    ? 'You proposed this recall, and you are the only admin. A recall needs two people: promote a second account with npm run cli -- make-admin --email EMAIL.'
    : 'You proposed this recall, so another admin has to confirm it.'
}

/** Takes a proposal back. For admins. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, and CONFLICT if it was decided. */
export async function withdrawRecall(ctx: Context, id: string): Promise<void> {
  const viewer = requireAdmin(ctx)
  const recall = await requireRecall(ctx, id)
  // Whoever proposed it may take it back.
  const isIndependent =
    recall.proposedById === viewer.userId || (await requireIndependent(ctx, viewer, recall))
  await ctx.db.$transaction(async (tx) => {
    if (!(await withdrawRecallRow(tx, id, new Date()))) throw decidedError()
    await endAdminNotices(tx, 'recall.proposed', paths.recallForAdmin(id))
    const subject = `${recall.skillSetName} ${recall.numbers.join(', ')}`
    await recordAudit(tx, {
      ...{ actor: viewer, action: 'recall.withdraw', subject },
      ...{ subjectType: 'skill_set', subjectId: recall.skillSetId },
      data: { recallId: id, ...(!isIndependent && { reason: NOT_INDEPENDENT }) },
    })
  })
}

export async function requireRecall(ctx: Pick<Context, 'db'>, id: string): Promise<RecallRow> {
  const recall = isStorable(id) ? await findRecall(ctx.db, id) : null
  if (!recall) throw new AppError('NOT_FOUND')
  return recall
}

function decidedError(): AppError {
  return new AppError('CONFLICT', {
    message: 'This recall was confirmed or withdrawn meanwhile.',
    suggestedAction: 'Reload the page.',
  })
}
