/** SkillSets of a publisher, for its members. */
import type { VersionState } from '../../contracts/versions/version-states.ts'
import type { Prisma } from '../../kernel/db/generated/client.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isObject } from '../../kernel/json/json.ts'
import { findSkillSetByName, findSlugHolder, lockPublisher } from './former-names.ts'
import type { SkillSetRef } from './published-versions.ts'

// Outsiders may depend on the name of a SkillSet with a version in one of these.
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

/** Returns null for an unknown SkillSet, and for people who are not members of its publisher. */
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

/** Returns the id; null if another SkillSet of the publisher has or had the slug. */
export async function insertSkillSet(
  tx: Tx,
  skillSet: { publisherId: string; slug: string; name: string },
): Promise<string | null> {
  await lockPublisher(tx, skillSet.publisherId)
  if (await findSlugHolder(tx, skillSet)) return null
  const [created] = await tx.skillSet.createManyAndReturn({
    data: [skillSet],
    skipDuplicates: true,
    select: { id: true },
  })
  return created?.id ?? null
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
export async function updateDisplayName(db: Database | Tx, id: string, name: string): Promise<void> {
  await db.skillSet.updateMany({ where: { id }, data: { name } })
}

/** Returns false if another SkillSet has or had the slug, or if outsiders may depend on the old one. */
export async function updateUnpublishedSlug(
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

/** Whether any version was ever published, also if it is yanked by now. */
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

/** `withinIds` limits what is the person's own to some organisations, for a key to its own. */
type OwnName = {
  publisher: string
  skillset: string
  userId: string
  withinIds?: readonly string[] | undefined
}

export async function isOwnSkillSetName(
  db: Database | Tx,
  { publisher, skillset, userId, withinIds }: OwnName,
): Promise<boolean> {
  const isWithin = withinIds && { organisationId: { in: [...withinIds] } }
  const isOwn = { organisation: { members: { some: { userId } } }, ...isWithin }
  const named = { slug: skillset, publisher: { names: { some: { handle: publisher } } } }
  return (await db.skillSet.count({ where: { names: { some: named }, publisher: isOwn } })) > 0
}

/** Returns the sites that may embed the SkillSet's forms; none for an unknown name. */
export async function findEmbedSites(db: Database | Tx, ref: SkillSetRef): Promise<string[]> {
  const found = await findSkillSetByName(db, ref)
  const row =
    found && (await db.skillSet.findUnique({ where: { id: found.id }, select: { embedSites: true } }))
  return row?.embedSites ?? []
}

export async function storeEmbedSites(tx: Tx, ids: readonly string[], embedSites: string[]): Promise<void> {
  await tx.skillSet.updateMany({ where: { id: { in: [...ids] } }, data: { embedSites } })
}

/** Returns the publisher's reasons why findings are not secrets, by the id of the finding. */
export async function findSecretAnswers(
  db: Database | Tx,
  skillSetId: string,
): Promise<Record<string, string>> {
  const row = await db.skillSet.findUnique({ where: { id: skillSetId }, select: { secretAnswers: true } })
  // Only `replaceSecretAnswers` writes the column.
  return isObject(row?.secretAnswers) ? (row.secretAnswers as Record<string, string>) : {}
}

/** The caller holds the lock of the SkillSet. */
export async function replaceSecretAnswers(
  tx: Tx,
  skillSetId: string,
  answers: Record<string, string>,
): Promise<void> {
  await tx.skillSet.update({ where: { id: skillSetId }, data: { secretAnswers: jsonColumn(answers) } })
}
