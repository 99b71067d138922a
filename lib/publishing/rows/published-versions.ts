/** Published versions, for everyone who may see them. Lists leave out the documents, which are large. */

import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { type ActiveRestriction, strongestRestriction } from '../../contracts/versions/restriction.ts'
import type { VersionState } from '../../contracts/versions/version-states.ts'
import type { Withdrawal } from '../../contracts/versions/withdrawal.ts'
import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isSlug } from '../../kernel/names/skill-name.ts'
import { ACTIVE_RESTRICTIONS } from '../../settings/rows/restriction-rows.ts'

export type PublishedState = 'PUBLISHED' | 'DEPRECATED' | 'YANKED'

export type PublishedVersion = {
  id: string
  number: string
  state: PublishedState
  visibility: 'PUBLIC' | 'PRIVATE'
  reviewed: boolean
  changelog: string
  publishedAt: Date
  deprecationNotice: string | null
  deprecatedAt: Date | null
  yankReason: string | null
  yankedAt: Date | null
  provenance: unknown
  /** True while no run may begin, because it did something for the first time. */
  isPaused: boolean
  isHidden: boolean
  /** The quarantine or recall because of which no one may run it. */
  withdrawal: Withdrawal | null
  /** How far it has been rolled out; null for a version that reached everyone at once. */
  rollout: RolloutShare | null
}

export type RolloutShare = {
  id: string
  state: 'rolling' | 'finished' | 'returned' | 'superseded'
  /** From 0 to 1: organisations whose point is below it get the version. */
  share: number
}

export type PublisherRow = {
  id: string
  handle: string
  displayName: string
  bio: string
  website: string
  support: string
  repository: string
  verifiedAt: Date | null
  createdAt: Date
  organisationId: string
}

export type SkillSetRow = {
  id: string
  slug: string
  name: string
  publisher: PublisherRow
  /** The restriction of the SkillSet or its publisher. */
  restriction: ActiveRestriction | null
}

const PUBLISHED = ['PUBLISHED', 'DEPRECATED', 'YANKED'] satisfies VersionState[]

const versionFields = {
  id: true,
  number: true,
  state: true,
  visibility: true,
  reviewed: true,
  changelog: true,
  createdAt: true,
  publishedAt: true,
  deprecationNotice: true,
  deprecatedAt: true,
  yankReason: true,
  yankedAt: true,
  provenance: true,
  behaviour: { select: { pausedAt: true } },
  restrictions: ACTIVE_RESTRICTIONS,
  quarantine: { select: { reason: true, endsAt: true } },
  recall: { select: { id: true, recallClass: true, reason: true, replacement: true } },
  rollout: { select: { id: true, state: true, share: true } },
} satisfies Prisma.VersionSelect

const publisherFields = {
  id: true,
  handle: true,
  displayName: true,
  bio: true,
  website: true,
  support: true,
  repository: true,
  verifiedAt: true,
  createdAt: true,
  organisationId: true,
} satisfies Prisma.PublisherSelect

const skillSetFields = {
  id: true,
  slug: true,
  name: true,
  publisher: { select: { ...publisherFields, restrictions: ACTIVE_RESTRICTIONS } },
  restrictions: ACTIVE_RESTRICTIONS,
} satisfies Prisma.SkillSetSelect

function asSkillSet({
  restrictions,
  publisher: { restrictions: ofPublisher, ...publisher },
  ...row
}: Prisma.SkillSetGetPayload<{ select: typeof skillSetFields }>): SkillSetRow {
  return { ...row, publisher, restriction: strongestRestriction([...restrictions, ...ofPublisher]) }
}

/** `handle` may be a former one. Returns null for an unknown handle. */
export async function findPublisher(db: Database | Tx, handle: string): Promise<PublisherRow | null> {
  const select = { publisher: { select: publisherFields } }
  return (await db.publisherName.findUnique({ where: { handle }, select }))?.publisher ?? null
}

export function findPublisherById(db: Database | Tx, id: string): Promise<PublisherRow | null> {
  return db.publisher.findUnique({ where: { id }, select: publisherFields })
}

export type SkillSetRef = { publisher: string; skillset: string }

export type VisibleSkillSet = {
  skillSet: SkillSetRow
  versions: PublishedVersion[]
  isOwner: boolean
}

/**
 * Returns null also for SkillSets that this person may not see, so that private names do not leak. A person sees private
 * versions as a member of the publisher; `withinIds` limits that to some organisations, for a key to its own.
 */
export async function findVisibleSkillSet(
  db: Database | Tx,
  ref: SkillSetRef,
  userId: string | undefined,
  withinIds?: readonly string[] | undefined,
): Promise<VisibleSkillSet | null> {
  if (!isSlug(ref.publisher) || !isSlug(ref.skillset)) return null
  const skillSet = await db.skillSet.findFirst({
    where: { names: { some: namedAs(ref) } },
    select: skillSetFields,
  })
  if (!skillSet) return null
  const { organisationId } = skillSet.publisher
  const isWithin = withinIds?.includes(organisationId) ?? true
  const isOwner = userId !== undefined && isWithin && (await isMember(db, { userId, organisationId }))
  const versions = await listPublishedVersions(db, skillSet.id)
  return filterVisible(isOwner, { skillSet: asSkillSet(skillSet), versions })
}

/** Whether one of the versions has the skill. */
export async function hasSkill(
  db: Database | Tx,
  { versionIds, skill }: { versionIds: readonly string[]; skill: string },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM "Version" AS v, json_array_elements(v."document"->'skills') AS s
      WHERE v."id" = ANY(${[...versionIds]}) AND s->>'slug' = ${skill}) AS "found"`
  return row?.found === true
}

function namedAs({ publisher, skillset }: SkillSetRef) {
  return { slug: skillset, publisher: { names: { some: { handle: publisher } } } }
}

/** Leaves out private versions for everyone but the owner. Returns null if none remain. */
export function filterVisible(
  isOwner: boolean,
  { skillSet, versions }: Pick<VisibleSkillSet, 'skillSet' | 'versions'>,
): VisibleSkillSet | null {
  const seen = versions.filter((version) => isOwner || isPublic(version))
  return seen.length > 0 ? { skillSet, versions: seen, isOwner } : null
}

/**
 * Leaves out versions that an admin hid, but for the publisher and the version that the viewer has installed. Returns null
 * if none remain.
 */
export function withoutHidden<Visible extends VisibleSkillSet>(
  visible: Visible,
  installedId?: string,
): Visible | null {
  const { isOwner } = visible
  const versions = visible.versions.filter(({ id, isHidden }) => isOwner || !isHidden || id === installedId)
  return versions.length > 0 ? { ...visible, versions } : null
}

function isPublic({ visibility }: PublishedVersion): boolean {
  return visibility === 'PUBLIC'
}

export async function findSkillSetById(db: Database | Tx, id: string): Promise<SkillSetRow | null> {
  const row = await db.skillSet.findUnique({ where: { id }, select: skillSetFields })
  return row && asSkillSet(row)
}

/** Returns SkillSets with their published versions; those without any are missing. */
export async function listSkillSetsById(
  db: Database | Tx,
  ids: readonly string[],
): Promise<(SkillSetRow & { versions: PublishedVersion[] })[]> {
  const rows = await db.skillSet.findMany({
    where: { id: { in: [...ids] }, versions: { some: { state: { in: PUBLISHED } } } },
    select: { ...skillSetFields, versions: { where: { state: { in: PUBLISHED } }, select: versionFields } },
  })
  return rows.map(({ versions, ...row }) => ({ ...asSkillSet(row), versions: versions.map(asPublished) }))
}

export async function listPublishedVersions(
  db: Database | Tx,
  skillSetId: string,
): Promise<PublishedVersion[]> {
  const rows = await db.version.findMany({
    where: { skillSetId, state: { in: PUBLISHED } },
    select: versionFields,
  })
  return rows.map(asPublished)
}

export async function listPublisherSkillSets(
  db: Database | Tx,
  publisherId: string,
): Promise<(Omit<SkillSetRow, 'publisher'> & { versions: PublishedVersion[] })[]> {
  const rows = await db.skillSet.findMany({
    where: { publisherId, versions: { some: { state: { in: PUBLISHED } } } },
    select: {
      id: true,
      slug: true,
      name: true,
      restrictions: ACTIVE_RESTRICTIONS,
      versions: { where: { state: { in: PUBLISHED } }, select: versionFields },
    },
    orderBy: { slug: 'asc' },
  })
  return rows.map(({ restrictions, ...row }) => ({
    ...row,
    versions: row.versions.map(asPublished),
    restriction: strongestRestriction(restrictions),
  }))
}

/** Returns documents by version id, without unknown ids. */
export async function findDocuments(
  db: Database | Tx,
  versionIds: readonly string[],
): Promise<Map<string, SkillSetDocument>> {
  const rows = await db.version.findMany({
    where: { id: { in: [...versionIds] } },
    select: { id: true, document: true },
  })
  return new Map(rows.map(({ id, document }) => [id, document as SkillSetDocument]))
}

type CardSkillFields = 'slug' | 'name' | 'description' | 'kind' | 'runtime' | 'riskLevel' | 'pricing'
type CardFields = 'name' | 'tagline' | 'logoImageUrl' | 'permissions' | 'categories'

/** What cards show of a document, without code, Files, examples and schemas, which can be megabytes. */
export type CardDocument = Pick<SkillSetDocument, CardFields> & {
  skills: Pick<SkillDocument, CardSkillFields>[]
}

export async function findCardDocuments(
  db: Database | Tx,
  versionIds: readonly string[],
): Promise<Map<string, CardDocument>> {
  const rows = await db.$queryRaw<{ id: string; document: CardDocument }[]>`
    SELECT version."id", jsonb_strip_nulls(to_jsonb(part) || jsonb_build_object('skills', (
      SELECT coalesce(jsonb_agg(to_jsonb(skill)), '[]'::jsonb)
      FROM jsonb_to_recordset(part."skills") AS skill(
        "slug" jsonb, "name" jsonb, "description" jsonb, "kind" jsonb, "runtime" jsonb, "riskLevel" jsonb, "pricing" jsonb
      )
    ))) AS "document"
    FROM "Version" AS version CROSS JOIN LATERAL json_to_record(version."document") AS part(
      "name" jsonb, "tagline" jsonb, "logoImageUrl" jsonb, "permissions" jsonb, "categories" jsonb, "skills" jsonb
    )
    WHERE version."id" = ANY(${[...versionIds]})`
  return new Map(rows.map(({ id, document }) => [id, document]))
}

export async function isMember(
  db: Database | Tx,
  who: { userId: string; organisationId: string },
): Promise<boolean> {
  const membership = await db.membership.findUnique({
    where: { organisationId_userId: who },
    select: { userId: true },
  })
  return membership !== null
}

function asPublished(row: Prisma.VersionGetPayload<{ select: typeof versionFields }>): PublishedVersion {
  const { state, createdAt, publishedAt, restrictions, quarantine, recall, behaviour, ...rest } = row
  const isHidden = restrictions.length > 0
  return {
    ...rest,
    isPaused: behaviour !== null && behaviour.pausedAt !== null,
    ...{ isHidden, state: state as PublishedState, publishedAt: publishedAt ?? createdAt },
    withdrawal: findWithdrawal({ quarantine, recall }),
  }
}

type WithdrawalParts = {
  quarantine: { reason: string; endsAt: Date } | null
  recall: Omit<Extract<Withdrawal, { kind: 'recall' }>, 'kind'> | null
}

/** A quarantine that has just run out no longer counts, before a sweep ends it. */
function findWithdrawal({ quarantine, recall }: WithdrawalParts): Withdrawal | null {
  if (recall) return { kind: 'recall', ...recall }
  if (!quarantine || quarantine.endsAt.getTime() <= Date.now()) return null
  return { kind: 'quarantine', reason: quarantine.reason, endsAtMs: quarantine.endsAt.getTime() }
}
