import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type CollectionFields = { title: string; description: string; isPublic: boolean }

export type CollectionRow = CollectionFields & { id: string; userId: string; updatedAt: Date }

/** What an entry is about: one skill of a SkillSet, or all of it. */
export type EntryKey = {
  skillSetId: string
  /** Empty for the whole SkillSet. */
  skillSlug: string
}

export type EntryRow = EntryKey & { id: string }

const fields = {
  id: true,
  userId: true,
  title: true,
  description: true,
  isPublic: true,
  updatedAt: true,
} as const

/** Held until the transaction ends, so that limits and positions stay true under simultaneous changes. */
export async function lockCollectionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${userId} FOR UPDATE`
}

/** Returns the collections of a person, the last changed first, with the number of their entries. */
export async function listCollectionRows(
  db: Database | Tx,
  userId: string,
): Promise<(CollectionRow & { entries: number })[]> {
  const rows = await db.collection.findMany({
    where: { userId },
    select: { ...fields, _count: { select: { entries: true } } },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ _count, ...row }) => ({ ...row, entries: _count.entries }))
}

export function countCollections(db: Database | Tx, userId: string): Promise<number> {
  return db.collection.count({ where: { userId } })
}

/** Returns null unless it belongs to this person. */
export function findOwnCollection(
  db: Database | Tx,
  id: string,
  userId: string,
): Promise<CollectionRow | null> {
  return db.collection.findFirst({ where: { id, userId }, select: fields })
}

/** Returns a public collection of a person who is not locked out, with their name. */
export async function findPublicCollection(
  db: Database | Tx,
  id: string,
): Promise<(CollectionRow & { ownerName: string }) | null> {
  const row = await db.collection.findFirst({
    where: { id, isPublic: true, user: { lockedAt: null } },
    select: { ...fields, user: { select: { name: true } } },
  })
  if (!row) return null
  const { user, ...rest } = row
  return { ...rest, ownerName: user.name }
}

export async function insertCollection(tx: Tx, userId: string, given: CollectionFields): Promise<string> {
  return (await tx.collection.create({ data: { userId, ...given }, select: { id: true } })).id
}

export async function updateCollectionRow(tx: Tx, id: string, given: CollectionFields): Promise<void> {
  await tx.collection.update({ where: { id }, data: given })
}

export async function deleteCollectionRow(db: Database | Tx, id: string, userId: string): Promise<boolean> {
  return (await db.collection.deleteMany({ where: { id, userId } })).count === 1
}

/** Returns the entries in their order. */
export function listEntryRows(db: Database | Tx, collectionId: string): Promise<EntryRow[]> {
  return db.collectionEntry.findMany({
    where: { collectionId },
    select: { id: true, skillSetId: true, skillSlug: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
}

/** Returns the ids of a person's collections that contain this. */
export async function listCollectionsWith(
  db: Database | Tx,
  userId: string,
  entry: EntryKey,
): Promise<Set<string>> {
  const rows = await db.collectionEntry.findMany({
    where: { ...entry, collection: { userId } },
    select: { collectionId: true },
  })
  return new Set(rows.map(({ collectionId }) => collectionId))
}

/** Adds an entry at the end; one that is there already stays where it is. */
export async function insertEntry(tx: Tx, collectionId: string, entry: EntryKey): Promise<void> {
  const last = await tx.collectionEntry.aggregate({ where: { collectionId }, _max: { position: true } })
  await tx.collectionEntry.createMany({
    data: [{ collectionId, ...entry, position: (last._max.position ?? 0) + 1 }],
    skipDuplicates: true,
  })
  await touch(tx, collectionId)
}

export async function deleteEntry(
  tx: Tx,
  collectionId: string,
  entry: EntryKey | { id: string },
): Promise<boolean> {
  const { count } = await tx.collectionEntry.deleteMany({ where: { collectionId, ...entry } })
  if (count > 0) await touch(tx, collectionId)
  return count > 0
}

/** Stores the order in which these entries are given. */
export async function storeOrder(tx: Tx, collectionId: string, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "CollectionEntry" AS entry SET "position" = place."position"
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS place("id", "position")
    WHERE entry."collectionId" = ${collectionId} AND entry."id" = place."id"`
  await touch(tx, collectionId)
}

async function touch(tx: Tx, id: string): Promise<void> {
  await tx.collection.update({ where: { id }, data: { updatedAt: new Date() } })
}
