/** These queries return nothing for non-members. */
import type { VersionState } from '../../contracts/versions/version-states.ts'
import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { findSkillSetByName, findSlugHolder, lockPublisher } from './former-names.ts'
import type { SkillSetRef } from './published-versions.ts'

// Outsiders may depend on the name.
const PUBLISHED_STATES = ['PUBLISHED', 'DEPRECATED', 'YANKED'] satisfies VersionState[]
const UNDELETABLE = [...PUBLISHED_STATES, 'IN_REVIEW'] satisfies VersionState[]

const ownFields = {
  id: true,
  slug: true,
  name: true,
  publisher: { select: { id: true, handle: true, displayName: true, organisationId: true } },
} satisfies Prisma.SkillSetSelect

const lineFields = {
  ...ownFields,
  updatedAt: true,
  draft: { select: { revision: true, updatedAt: true } },
  versions: {
    select: { id: true, number: true, state: true, visibility: true, publishedAt: true, createdAt: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  },
} satisfies Prisma.SkillSetSelect

export type OwnSkillSet = Prisma.SkillSetGetPayload<{ select: typeof ownFields }>
export type SkillSetLine = Prisma.SkillSetGetPayload<{ select: typeof lineFields }>

type OwnSkillSetQuery = { skillSetId: string; userId: string }

export function findOwnSkillSet(
  db: Database | Tx,
  { skillSetId, userId }: OwnSkillSetQuery,
): Promise<OwnSkillSet | null> {
  return db.skillSet.findFirst({
    where: { id: skillSetId, publisher: { organisation: { members: { some: { userId } } } } },
    select: ownFields,
  })
}

export function listOwnSkillSets(db: Database | Tx, organisationId: string): Promise<SkillSetLine[]> {
  return db.skillSet.findMany({
    where: { publisher: { organisationId } },
    select: lineFields,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  })
}

/** Returns null if another SkillSet has or had the slug. */
export async function insertSkillSet(
  tx: Tx,
  skillSet: { publisherId: string; slug: string; name: string },
): Promise<string | null> {
  await lockPublisher(tx, skillSet.publisherId)
  if (await findSlugHolder(tx, skillSet)) return null
  const [made] = await tx.skillSet.createManyAndReturn({
    data: [skillSet],
    skipDuplicates: true,
    select: { id: true },
  })
  return made?.id ?? null
}

export function countSkillSets(db: Database | Tx, publisherId: string): Promise<number> {
  return db.skillSet.count({ where: { publisherId } })
}

export function listSkillSetSlugs(
  db: Database | Tx,
  publisherId: string,
): Promise<{ id: string; slug: string }[]> {
  return db.skillSet.findMany({
    where: { publisherId },
    select: { id: true, slug: true },
    orderBy: { id: 'asc' },
  })
}

/** Does nothing if the SkillSet has been deleted. */
export async function renameSkillSet(db: Database | Tx, id: string, name: string): Promise<void> {
  await db.skillSet.updateMany({ where: { id }, data: { name } })
}

/** Returns false if another SkillSet has or had the slug, or if outsiders may depend on the old one. */
export async function moveSkillSet(
  tx: Tx,
  { id, publisherId, slug }: { id: string; publisherId: string; slug: string },
): Promise<boolean> {
  await lockPublisher(tx, publisherId)
  const holder = await findSlugHolder(tx, { publisherId, slug })
  if (holder !== null && holder !== id) return false
  const { count } = await tx.skillSet.updateMany({
    where: { id, publisherId, versions: { none: { state: { in: UNDELETABLE } } } },
    data: { slug },
  })
  return count === 1
}

export async function isPublished(db: Database | Tx, skillSetId: string): Promise<boolean> {
  return (await db.version.count({ where: { skillSetId, state: { in: PUBLISHED_STATES } } })) > 0
}

/** Returns false if a version is published or in review. */
export async function deleteUnpublished(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.skillSet.deleteMany({
    where: { id, versions: { none: { state: { in: UNDELETABLE } } } },
  })
  return count === 1
}

export async function isOwnSkillSetName(
  db: Database | Tx,
  { publisher, skillset, userId }: { publisher: string; skillset: string; userId: string },
): Promise<boolean> {
  const isOwn = { organisation: { members: { some: { userId } } } }
  const named = { slug: skillset, publisher: { names: { some: { handle: publisher } } } }
  return (await db.skillSet.count({ where: { names: { some: named }, publisher: isOwn } })) > 0
}

export async function findEmbedSites(db: Database | Tx, ref: SkillSetRef): Promise<string[]> {
  const found = await findSkillSetByName(db, ref)
  const row =
    found && (await db.skillSet.findUnique({ where: { id: found.id }, select: { embedSites: true } }))
  return row?.embedSites ?? []
}

export async function storeEmbedSites(tx: Tx, ids: readonly string[], embedSites: string[]): Promise<void> {
  await tx.skillSet.updateMany({ where: { id: { in: [...ids] } }, data: { embedSites } })
}
