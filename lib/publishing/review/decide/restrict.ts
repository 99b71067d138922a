/** Restrictions hide or suspend a version, a SkillSet or a publisher. They have a reason and can be lifted. */

import { z } from 'zod'
import { recordAudit } from '../../../audit/audit-log.ts'
import type { AuditAction, AuditSubject } from '../../../audit/model/audit-terms.ts'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin, type Viewer } from '../../../context/context.ts'
import {
  parseRestrictionKind,
  RESTRICTIONS,
  type RestrictionKind,
} from '../../../contracts/versions/restriction.ts'
import { listRunningOrganisations } from '../../../installs/list-running.ts'
import { FAN_OUT_TRANSACTION, type Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { parseFields } from '../../../kernel/validation/parse-with.ts'
import { isStorable } from '../../../kernel/validation/storable.ts'
import { IdField, ReasonField } from '../../../kernel/validation/text-fields.ts'
import { fanOutNotice } from '../../../notices/fan-out-notice.ts'
import {
  endRestriction,
  findRestriction,
  insertRestriction,
  listRestrictionRows,
  type RestrictionRow,
  type RestrictionSubject,
} from '../../../settings/rows/restriction-rows.ts'
import { findPublisherById, findSkillSetById, listPublisherSkillSets } from '../../rows/published-versions.ts'
import { insertRemoval } from '../../rows/removals.ts'
import { findVersionWithOwner, lockSkillSet } from '../../rows/versions.ts'

const fields = z.union([
  z.strictObject({ versionId: IdField, kind: z.literal('hidden'), reason: ReasonField }),
  z.strictObject({ skillSetId: IdField, kind: z.enum(['hidden', 'suspended']), reason: ReasonField }),
  z.strictObject({ publisherId: IdField, kind: z.literal('suspended'), reason: ReasonField }),
])

/**
 * Restricts a version, SkillSet or publisher; `RESTRICTION_EFFECTS` says what that does. Notifies the publisher, and for
 * a suspension also the organisations that installed what does not run now. For admins. Throws UNAUTHENTICATED,
 * POLICY_DENIED, NOT_FOUND, INVALID_INPUT, and CONFLICT if it is restricted already.
 */
export async function restrict(ctx: Context, form: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const { kind, reason, ...subject } = parseFields(fields, form)
  await ctx.db.$transaction(async (tx) => {
    const found = await findSubject(tx, subject)
    const created = { createdById: viewer.userId, createdByName: viewer.name }
    const restriction = { ...subject, kind, reason, subject: found.name, ...created }
    if (!(await insertRestriction(tx, restriction))) {
      const message = `${found.title} is hidden or suspended already. Lift that first.`
      throw new AppError('CONFLICT', { message })
    }
    const title =
      kind === 'hidden' ? `${found.title} is hidden while under review` : `${found.title} was suspended`
    const action = kind === 'hidden' ? 'restriction.hide' : 'restriction.suspend'
    await applyChange(tx, { viewer, found, action, reason, title, isForUsers: kind === 'suspended' })
  }, FAN_OUT_TRANSACTION)
}

/**
 * Ends a restriction and notifies the same people again. For admins. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND
 * (also for the suspension of a person, which `manage-users.ts` ends), INVALID_INPUT, and CONFLICT if it was lifted
 * already.
 */
export async function liftRestriction(ctx: Context, id: string, givenReason: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const { reason } = parseFields(z.object({ reason: ReasonField }), { reason: givenReason })
  await ctx.db.$transaction(async (tx) => {
    const row = isStorable(id) ? await findRestriction(tx, id) : null
    if (!row || !parseSubject(row)) throw new AppError('NOT_FOUND')
    await liftInTransaction(tx, { viewer, restriction: row, reason })
  }, FAN_OUT_TRANSACTION)
}

type Lifting = { viewer: Viewer; restriction: RestrictionRow; reason: string }

/** Ends the restriction of a version, SkillSet or publisher. Throws NOT_FOUND for another, and CONFLICT if it was lifted already. */
export async function liftInTransaction(tx: Tx, { viewer, restriction, reason }: Lifting): Promise<void> {
  const subject = parseSubject(restriction)
  if (!subject) throw new AppError('NOT_FOUND')
  const found = await findSubject(tx, subject)
  if (!(await endRestriction(tx, { id: restriction.id }, { endedAt: new Date(), endReason: reason })))
    throw new AppError('CONFLICT', { message: 'Another admin has lifted this already.' })
  const kind = parseRestrictionKind(restriction.kind)
  const title = `${found.title} is no longer ${RESTRICTIONS[kind].verb}`
  await applyChange(tx, {
    ...{ viewer, found, action: 'restriction.lift', reason, title, isForUsers: kind === 'suspended' },
  })
}

export type RestrictionView = {
  id: string
  kind: RestrictionKind
  reason: string
  subject: string
  /** True for a person, whose suspension is lifted on the people page. */
  isPerson: boolean
  by: string
  atMs: number
  endedAtMs: number | null
  endReason: string | null
}

const PAGE_SIZE = 100

/** Returns the newest hundred that are active, or that have ended. For admins. Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function listRestrictions(
  ctx: Context,
  { isActive }: { isActive: boolean },
): Promise<RestrictionView[]> {
  requireAdmin(ctx)
  const rows = await listRestrictionRows(ctx.db, { isActive, take: PAGE_SIZE })
  return rows.map(({ id, kind, reason, subject, userId, createdByName, createdAt, endedAt, endReason }) => ({
    ...{ id, kind: parseRestrictionKind(kind), reason, subject, by: createdByName, endReason },
    isPerson: userId !== null,
    atMs: createdAt.getTime(),
    endedAtMs: endedAt?.getTime() ?? null,
  }))
}

type RestrictedSubject = {
  /** "guildhall.text_tools 1.0.0" */
  name: string
  title: string
  href: string
  audit: { subjectType: AuditSubject; subjectId: string }
  organisationId: string
  skillSetIds: string[]
}

async function findSubject(tx: Tx, subject: RestrictionSubject): Promise<RestrictedSubject> {
  if ('publisherId' in subject) {
    const publisher = await findPublisherById(tx, subject.publisherId)
    if (!publisher) throw new AppError('NOT_FOUND')
    const skillSets = await listPublisherSkillSets(tx, publisher.id)
    return {
      ...{ name: publisher.handle, title: publisher.displayName, href: paths.publisher(publisher.handle) },
      audit: { subjectType: 'publisher', subjectId: publisher.id },
      organisationId: publisher.organisationId,
      skillSetIds: skillSets.map(({ id }) => id),
    }
  }
  const version = 'versionId' in subject ? await findVersionWithOwner(tx, subject.versionId) : null
  const skillSetId = version?.skillSetId ?? ('skillSetId' in subject ? subject.skillSetId : '')
  const skillSet = await findSkillSetById(tx, skillSetId)
  if (!skillSet) throw new AppError('NOT_FOUND')
  const { publisher, slug, name } = skillSet
  const suffix = version ? ` ${version.number}` : ''
  return {
    name: `${publisher.handle}.${slug}${suffix}`,
    title: `${name}${suffix}`,
    href: paths.skillSet(publisher.handle, slug),
    audit: version
      ? { subjectType: 'version', subjectId: version.id }
      : { subjectType: 'skill_set', subjectId: skillSet.id },
    organisationId: publisher.organisationId,
    skillSetIds: [skillSet.id],
  }
}

type AppliedChange = {
  viewer: Viewer
  found: RestrictedSubject
  action: Extract<AuditAction, `restriction.${string}`>
  reason: string
  title: string
  /** Whether organisations that run the skills are notified, too. */
  isForUsers: boolean
}

async function applyChange(tx: Tx, change: AppliedChange): Promise<void> {
  const { viewer, found, action, reason, title, isForUsers } = change
  const organisations = new Set<string>()
  for (const id of found.skillSetIds) {
    // The lock waits for a version that is being published, which would put the old state into the catalogue.
    await lockSkillSet(tx, id)
    await refreshCatalogEntries(tx, id)
    const skillSet = isForUsers ? await findSkillSetById(tx, id) : null
    const running = skillSet ? await listRunningOrganisations(tx, skillSet) : new Map<string, string[]>()
    for (const each of running.values()) for (const organisation of each) organisations.add(organisation)
  }
  await recordAudit(tx, { actor: viewer, action, ...found.audit, subject: found.name, data: { reason } })
  // What is only hidden is under review, and nobody has decided anything yet.
  if (isForUsers) {
    const removal = action === 'restriction.lift' ? 'suspension_lifted' : 'suspension'
    await insertRemoval(tx, { kind: removal, subject: found.name, reason, by: 'admin' })
  }
  const audience = {
    memberOfId: found.organisationId,
    adminsOfIds: [...organisations],
    exceptUserId: viewer.userId,
  }
  const kind = action === 'restriction.lift' ? 'restriction.ended' : 'restriction.begun'
  await fanOutNotice(tx, audience, { kind, title, body: reason, href: found.href })
}

function parseSubject({
  versionId,
  skillSetId,
  publisherId,
}: Record<'versionId' | 'skillSetId' | 'publisherId', string | null>): RestrictionSubject | null {
  if (versionId) return { versionId }
  if (skillSetId) return { skillSetId }
  return publisherId ? { publisherId } : null
}
