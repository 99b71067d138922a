/**
 * What has been published, as readers of the catalogue meet it: publishers, SkillSets and their versions. Floor 1.
 *
 * Drafts and waiting submissions are not in here. Documents are heavy, so lists leave them out.
 */

import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { isSlug } from '../contract/market/skill-name.ts'
import type { VersionState } from '../contract/version/version-moves.ts'
import type { Database, Tx } from './client.ts'
import type { Prisma } from './generated/client.ts'

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
}

export type PublisherRow = {
  id: string
  handle: string
  displayName: string
  bio: string
  verifiedAt: Date | null
  createdAt: Date
  organisationId: string
}

export type SkillSetRow = { id: string; slug: string; name: string; publisher: PublisherRow }

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
} satisfies Prisma.VersionSelect

const publisherFields = {
  id: true,
  handle: true,
  displayName: true,
  bio: true,
  verifiedAt: true,
  createdAt: true,
  organisationId: true,
} satisfies Prisma.PublisherSelect

const skillSetFields = {
  id: true,
  slug: true,
  name: true,
  publisher: { select: publisherFields },
} satisfies Prisma.SkillSetSelect

export function findPublisher(db: Database | Tx, handle: string): Promise<PublisherRow | null> {
  return db.publisher.findUnique({ where: { handle }, select: publisherFields })
}

/** A SkillSet as it stands in a URL. */
export type SkillSetRef = { publisher: string; skillset: string }

export type Visible = {
  skillSet: SkillSetRow
  /** At least one, in no order. */
  versions: PublishedVersion[]
  /** The viewer is a member of the publishing organisation. */
  isOwner: boolean
}

/**
 * Finds a SkillSet with the published versions that this person may see: public ones for everybody, private ones
 * for members of the publishing organisation. Null when there are none, so that private names do not leak.
 */
export async function findVisible(
  db: Database | Tx,
  ref: SkillSetRef,
  userId: string | undefined,
  /** Private things of this organisation only, whatever others the person belongs to. */
  withinId?: string,
): Promise<Visible | null> {
  // Whatever stands in a URL ends here; a NUL would be an error to Postgres.
  if (!isSlug(ref.publisher) || !isSlug(ref.skillset)) return null
  const skillSet = await db.skillSet.findFirst({
    where: { slug: ref.skillset, publisher: { handle: ref.publisher } },
    select: skillSetFields,
  })
  if (!skillSet) return null
  const { organisationId } = skillSet.publisher
  const isWithin = withinId === undefined || withinId === organisationId
  const isOwner = userId !== undefined && isWithin && (await isMember(db, { userId, organisationId }))
  return visibleTo(isOwner, { skillSet, versions: await listPublishedVersions(db, skillSet.id) })
}

/** Of everything published what an owner, or anybody else, may see; null when that is nothing. */
export function visibleTo(
  isOwner: boolean,
  { skillSet, versions }: Pick<Visible, 'skillSet' | 'versions'>,
): Visible | null {
  const seen = versions.filter((version) => isOwner || isPublic(version))
  return seen.length > 0 ? { skillSet, versions: seen, isOwner } : null
}

function isPublic({ visibility }: PublishedVersion): boolean {
  return visibility === 'PUBLIC'
}

export function findSkillSetById(db: Database | Tx, id: string): Promise<SkillSetRow | null> {
  return db.skillSet.findUnique({ where: { id }, select: skillSetFields })
}

/** Every published version of a SkillSet, private and yanked ones too, in no order. */
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

/** The SkillSets of a publisher that have a published version, with those versions, by slug. */
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
      versions: { where: { state: { in: PUBLISHED } }, select: versionFields },
    },
    orderBy: { slug: 'asc' },
  })
  return rows.map((row) => ({ ...row, versions: row.versions.map(asPublished) }))
}

/** The frozen documents of these versions, by version id. */
export async function findDocuments(
  db: Database | Tx,
  versionIds: readonly string[],
): Promise<Map<string, SkillSetDocument>> {
  const rows = await db.version.findMany({
    where: { id: { in: [...versionIds] } },
    select: { id: true, document: true },
  })
  // A document passed every check before its row could leave DRAFT.
  return new Map(rows.map(({ id, document }) => [id, document as unknown as SkillSetDocument]))
}

/** Whether the person belongs to the organisation, whichever one they act for at the moment. */
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
  const { state, createdAt, publishedAt, ...rest } = row
  // The where clause lets no other state through.
  return { ...rest, state: state as PublishedState, publishedAt: publishedAt ?? createdAt }
}
