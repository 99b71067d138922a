/** Transfers of publishers and SkillSets: an owner offers, an owner of the receiving organisation decides. */

import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import type { AuditAction } from '../../audit/model/audit-terms.ts'
import { enforceRateLimit, RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { deleteTestConfigs } from '../../config/rows/test-config-rows.ts'
import { type Context, requirePerson, requireViewer, type Viewer } from '../../context/context.ts'
import { stopFollowing } from '../../installs/stop-following.ts'
import { LONG_TRANSACTION, type Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { fanOutNotice } from '../../notices/fan-out-notice.ts'
import type { NewNotice } from '../../notices/rows/notice-rows.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { lockOrganisation } from '../../organisations/rows/organisations.ts'
import { requireHandleRoom } from '../drafts/claim-handle.ts'
import { requireOwnSkillSet } from '../drafts/require-own-skill-set.ts'
import { forgetEarlierDrafts } from '../rows/drafts.ts'
import { findSlugHolder, lockPublisher, lockPublisherNames } from '../rows/former-names.ts'
import { deleteLapsedRepository } from '../rows/publisher-proofs.ts'
import { listOwnPublishers } from '../rows/publishers.ts'
import { deleteRecordings } from '../rows/recordings.ts'
import { deleteReplayConsents } from '../rows/replays.ts'
import { storeEmbedSites } from '../rows/skill-sets.ts'
import * as store from '../rows/transfers.ts'
import { deleteTrustsOf } from '../rows/trusted-repositories.ts'
import { changedError, changeFullName, fieldError, requireTransferable } from './rename.ts'
import { requireOwnPublisher, requireRole } from './require-own-publisher.ts'
import { describeTransfer, toAuditSubject } from './transfer-view.ts'

const DAYS = 14

const OfferForm = z.object({
  to: z
    .string()
    .trim()
    .min(1, 'Enter the receiver.')
    .max(100)
    .refine((text) => isStorable(text), 'Enter a handle.'),
})

export type Offered = { handle: string } | { skillSetId: string }

/**
 * Offers a publisher or SkillSet to another organisation for 14 days, and returns the id of the offer.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for anyone but owners, for keys, and while an admin restricts the
 * SkillSet, INVALID_INPUT for an unknown receiver, CONFLICT while another offer is open, PRECONDITION_FAILED while a
 * version of the SkillSet is in review, and RATE_LIMIT_EXCEEDED.
 */
export async function offerTransfer(ctx: Context, offered: Offered, form: unknown): Promise<string> {
  requirePerson(ctx)
  const { viewer, subject, owner } = await requireOffered(ctx, offered)
  await enforceRateLimit(ctx.db, RATE_LIMITS.transfersByUser, viewer.userId)
  const { to } = parseFields(OfferForm, form)
  const receiver = await store.findReceiver(ctx.db, to)
  if (!receiver)
    throw fieldError(
      'INVALID_INPUT',
      '/to',
      'No organisation has this handle or ID. Ask the receiver for it.',
    )
  if (receiver.id === owner) throw fieldError('INVALID_INPUT', '/to', `${receiver.name} owns this already.`)
  return ctx.db.$transaction(async (tx) => {
    if ('skillSetId' in subject) await requireTransferable(tx, subject.skillSetId)
    else await lockPublisher(tx, subject.publisherId)
    const id = await store.insertTransfer(tx, {
      ...subject,
      fromOrganisationId: owner,
      toOrganisationId: receiver.id,
      requestedById: viewer.userId,
      requestedByName: viewer.name,
      expiresAt: new Date(Date.now() + DAYS * DAY_MS),
    })
    if (!id)
      throw new AppError('CONFLICT', {
        message: 'You already offer this to an organisation.',
        suggestedAction: 'Cancel the open offer first.',
      })
    const row = (await store.findTransfer(tx, id))!
    await audit(tx, viewer, 'transfer.offer', row)
    await notifyOrganisations(tx, viewer, [receiver.id], {
      kind: 'transfer.offered',
      title: `${row.fromOrganisation.name} offers you ${describeTransfer(row)}`,
      body: `An owner of ${receiver.name} can accept or decline it within ${DAYS} days.`,
      href: paths.transfer(id),
    })
    await notifyOrganisations(tx, viewer, [owner], {
      kind: 'transfer.offered',
      title: `${viewer.name} offers ${describeTransfer(row)} to ${receiver.name}`,
      body: `It leaves ${row.fromOrganisation.name} once ${receiver.name} accepts. An owner can cancel the offer.`,
      href: paths.transfer(id),
    })
    return id
  })
}

type OfferedSubject = {
  viewer: Viewer
  subject: { publisherId: string } | { skillSetId: string }
  owner: string
}

/** Requires an owner of what is offered. Throws UNAUTHENTICATED, NOT_FOUND for outsiders, POLICY_DENIED. */
export async function requireOffered(ctx: Context, offered: Offered): Promise<OfferedSubject> {
  const found = await findOffered(ctx, offered)
  const { viewer, owner } = found
  requireRole(await findRole(ctx.db, { userId: viewer.userId, organisationId: owner }), 'OWNER')
  return found
}

async function findOffered(ctx: Context, offered: Offered): Promise<OfferedSubject> {
  if ('handle' in offered) {
    const { viewer, publisher } = await requireOwnPublisher(ctx, offered.handle, 'MEMBER')
    return { viewer, subject: { publisherId: publisher.id }, owner: publisher.organisationId }
  }
  const { viewer, skillSet } = await requireOwnSkillSet(ctx, offered.skillSetId)
  return { viewer, subject: { skillSetId: skillSet.id }, owner: skillSet.publisher.organisationId }
}

/** Owners of the offering organisation only. Throws as `endTransfer`. */
export async function cancelTransfer(ctx: Context, id: string): Promise<void> {
  await endTransfer(ctx, id, 'cancelled')
}

/** Owners of the receiving organisation only. Throws as `endTransfer`. */
export async function declineTransfer(ctx: Context, id: string): Promise<void> {
  await endTransfer(ctx, id, 'declined')
}

/** Throws NOT_FOUND for outsiders, POLICY_DENIED for anyone but owners and for keys, CONFLICT if it has ended. */
async function endTransfer(ctx: Context, id: string, outcome: 'cancelled' | 'declined'): Promise<void> {
  const { viewer, row } = await requireOwnTransfer(ctx, id, outcome === 'cancelled' ? 'from' : 'to')
  await ctx.db.$transaction(async (tx) => {
    await endOpenTransfer(tx, row, viewer, outcome)
    await audit(tx, viewer, `transfer.${outcome === 'cancelled' ? 'cancel' : 'decline'}`, row)
    const isDeclined = outcome === 'declined'
    const [sender, receiver] = isDeclined
      ? [row.toOrganisation, row.fromOrganisation]
      : [row.fromOrganisation, row.toOrganisation]
    await notifyOrganisations(tx, viewer, [receiver.id], {
      kind: `transfer.${outcome}`,
      title: `${sender.name} ${isDeclined ? 'declined' : 'cancelled the offer of'} ${describeTransfer(row)}`,
      body: 'Nothing was transferred.',
      href: paths.publish,
    })
  })
}

const AcceptanceForm = z.object({ handle: z.string().max(64).optional() })

/**
 * Moves the publisher or SkillSet to the receiver. A SkillSet gets a name under `handle`, one of the receiver's
 * publishers. What the former owner decided about access ends: shared failures, trusted repositories, embedding sites, and
 * automatic updates of installations. What it proved about a publisher ends, too.
 *
 * Throws NOT_FOUND for
 * outsiders, POLICY_DENIED for anyone but owners and for keys, INVALID_INPUT without a handle, CONFLICT if the offer has
 * ended, the owner has changed or the slug is taken, PRECONDITION_FAILED while a version of the SkillSet is in review.
 */
export async function acceptTransfer(ctx: Context, id: string, form: unknown): Promise<void> {
  const { viewer, row } = await requireOwnTransfer(ctx, id, 'to')
  const { handle } = parseFields(AcceptanceForm, form)
  await ctx.db.$transaction(async (tx) => {
    await endOpenTransfer(tx, row, viewer, 'accepted')
    await requireStillOffered(tx, row)
    const formerId = (row.publisher ?? row.skillSet?.publisher)?.id ?? ''
    await lockPublisher(tx, formerId)
    // Read again, because it may have been renamed or moved before it was locked.
    const offered = (await store.findTransfer(tx, id))!
    const moved = offered.publisher
      ? await acceptPublisher(tx, offered)
      : await acceptSkillSet(tx, offered, handle)
    await store.endSharedFailures(tx, moved)
    await deleteTrustsOf(tx, moved)
    await deleteLapsedRepository(tx, formerId)
    await deleteTestConfigs(tx, moved)
    await deleteRecordings(tx, moved)
    await forgetEarlierDrafts(tx, moved)
    await deleteReplayConsents(tx, moved)
    await storeEmbedSites(tx, moved, [])
    const sides = [offered.fromOrganisation.id, offered.toOrganisation.id]
    for (const skillSetId of moved) await stopFollowing(tx, skillSetId, sides)
    await audit(tx, viewer, 'transfer.accept', row)
    await notifyOfTransfer(tx, viewer, row, moved)
  }, LONG_TRANSACTION)
}

async function acceptPublisher(tx: Tx, { publisher, fromOrganisation, toOrganisation }: store.TransferRow) {
  await lockPublisherNames(tx)
  await lockOrganisation(tx, toOrganisation.id)
  if (publisher?.organisationId !== fromOrganisation.id) throw changedError('publisher')
  requireHandleRoom(toOrganisation.name, (await listOwnPublishers(tx, toOrganisation.id)).length)
  await store.changePublisherOwner(tx, publisher.id, toOrganisation.id)
  const skillSets = await store.listMovedSkillSets(tx, { publisherId: publisher.id })
  for (const { id } of skillSets)
    await refreshCatalogEntries(tx, id, { formerOrganisationId: fromOrganisation.id })
  return skillSets.map(({ id }) => id)
}

async function acceptSkillSet(
  tx: Tx,
  { skillSet, fromOrganisation, toOrganisation }: store.TransferRow,
  handle: string | undefined,
) {
  if (skillSet?.publisher.organisationId !== fromOrganisation.id) throw changedError('SkillSet')
  const own = await listOwnPublishers(tx, toOrganisation.id)
  const publisher = own.find((each) => each.handle === handle)
  if (!publisher) throw fieldError('INVALID_INPUT', '/handle', `Choose a handle of ${toOrganisation.name}.`)
  const { id, slug } = skillSet
  await lockPublisher(tx, publisher.id)
  await requireTransferable(tx, id)
  const holder = await findSlugHolder(tx, { publisherId: publisher.id, slug })
  if (holder && holder !== id)
    throw fieldError(
      'CONFLICT',
      '/handle',
      `${publisher.handle} has, or had, another SkillSet called “${slug}”.`,
    )
  await changeFullName(tx, { id, from: `${skillSet.publisher.handle}.${slug}`, publisher, slug })
  return [id]
}

/** Throws CONFLICT unless the person who made the offer is still an owner: a former one could take the skills along. */
async function requireStillOffered(
  tx: Tx,
  { requestedById, fromOrganisation }: store.TransferRow,
): Promise<void> {
  const role = await findRole(tx, { userId: requestedById, organisationId: fromOrganisation.id })
  if (role === 'OWNER') return
  throw new AppError('CONFLICT', {
    message: `The person who made this offer is no longer an owner of ${fromOrganisation.name}. Nothing was changed.`,
    suggestedAction: 'Ask an owner to make the offer again.',
  })
}

/** Ends the offer with this outcome. Throws CONFLICT if it has ended or expired. */
async function endOpenTransfer(
  tx: Tx,
  { id }: store.TransferRow,
  { userId }: Viewer,
  outcome: store.TransferOutcome,
): Promise<void> {
  if (await store.endTransfer(tx, id, { outcome, userId })) return
  throw new AppError('CONFLICT', { message: 'This offer has ended. Nothing was changed.' })
}

/** Requires an owner of this side. Throws UNAUTHENTICATED, NOT_FOUND for outsiders, POLICY_DENIED. */
export async function requireOwnTransfer(ctx: Context, id: string, side: 'from' | 'to') {
  requirePerson(ctx)
  const viewer = requireViewer(ctx)
  const row = isStorable(id) ? await store.findTransfer(ctx.db, id) : null
  const findRoleIn = (organisationId: string) => findRole(ctx.db, { userId: viewer.userId, organisationId })
  const [from, to] = row
    ? [await findRoleIn(row.fromOrganisation.id), await findRoleIn(row.toOrganisation.id)]
    : []
  if (!row || (!from && !to)) throw new AppError('NOT_FOUND', { message: 'This offer does not exist.' })
  requireRole((side === 'from' ? from : to) ?? null, 'OWNER')
  return { viewer, row }
}

function audit(tx: Tx, viewer: Viewer, action: AuditAction, row: store.TransferRow): Promise<void> {
  return recordAudit(tx, {
    actor: viewer,
    action,
    ...toAuditSubject(row),
    data: { from: row.fromOrganisation.name, to: row.toOrganisation.name },
  })
}

/** Notifies both sides, and the organisations that installed the skills, whose updates now come from someone else. */
async function notifyOfTransfer(
  tx: Tx,
  viewer: Viewer,
  row: store.TransferRow,
  skillSetIds: string[],
): Promise<void> {
  const { fromOrganisation, toOrganisation } = row
  const subject = row.publisher ? `Publisher ${row.publisher.handle}` : describeTransfer(row)
  const title = `${subject} now belongs to ${toOrganisation.name}`
  const href = row.publisher ? paths.publisher(row.publisher.handle) : paths.publish
  await notifyOrganisations(tx, viewer, [fromOrganisation.id, toOrganisation.id], {
    kind: 'transfer.accepted',
    title,
    body: 'Versions, ratings and statistics moved along. Earnings from before stay with the former owner.',
    href,
  })
  const installers = await store.listInstallers(tx, skillSetIds)
  const others = installers.filter((id) => id !== fromOrganisation.id && id !== toOrganisation.id)
  await notifyOrganisations(tx, viewer, others, {
    kind: 'install.owner_changed',
    title,
    body: `Your organisation has installed it, and it keeps running, under its old name too. Updates come from ${toOrganisation.name} from now on. You keep the version you have until you update, or follow updates again.`,
    href: paths.installed,
  })
}

/** Notifies the owners and admins of organisations, except the viewer. */
async function notifyOrganisations(
  tx: Tx,
  viewer: Viewer,
  organisationIds: readonly string[],
  notice: NewNotice,
): Promise<void> {
  const audience = { memberOfId: '', adminsOfIds: [...organisationIds], exceptUserId: viewer.userId }
  await fanOutNotice(tx, audience, notice)
}
