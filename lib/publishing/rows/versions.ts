/**
 * Versions and their states. A number is never used again. A version leaves a state only by the conditional UPDATE of
 * `moveVersion`, so that one of two concurrent moves succeeds.
 */

import { LRUCache } from 'lru-cache'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { VersionState } from '../../contracts/versions/version-states.ts'
import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { findDocuments } from './published-versions.ts'

type Snapshot = Pick<StoredVersion, 'document' | 'visibility' | 'changelog'>

export type VersionHead = Prisma.VersionGetPayload<{ select: typeof headFields }>
export type StoredVersion = VersionHead & { document: SkillSetDocument }
export type VersionWithOwner = Prisma.VersionGetPayload<{ select: typeof ownedFields }>

const headFields = {
  id: true,
  skillSetId: true,
  number: true,
  state: true,
  visibility: true,
  changelog: true,
  createdAt: true,
  publishedAt: true,
  reviewed: true,
  deprecatedAt: true,
  deprecationNotice: true,
  yankedAt: true,
  yankReason: true,
  recallId: true,
} satisfies Prisma.VersionSelect

const ownedFields = {
  ...headFields,
  skillSet: {
    select: {
      id: true,
      slug: true,
      name: true,
      publisher: { select: { id: true, handle: true, displayName: true, organisationId: true } },
    },
  },
} satisfies Prisma.VersionSelect

export function listVersionHeads(db: Database | Tx, skillSetId: string): Promise<VersionHead[]> {
  return db.version.findMany({
    where: { skillSetId },
    select: headFields,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
}

export async function findVersion(db: Database | Tx, id: string): Promise<StoredVersion | null> {
  const row = await db.version.findUnique({ where: { id }, select: { ...headFields, document: true } })
  return row && { ...row, document: row.document as SkillSetDocument }
}

export async function findVersionWithOwner(db: Database | Tx, id: string): Promise<VersionWithOwner | null> {
  if (!isStorable(id)) return null
  return db.version.findUnique({ where: { id }, select: ownedFields })
}

/** Returns the id of the new version; null if the number was used before. */
export async function reserveVersion(
  tx: Tx,
  version: Snapshot & { skillSetId: string; number: string },
): Promise<string | null> {
  // A violated unique index would abort the caller's transaction, so duplicates are skipped.
  const [created] = await tx.version.createManyAndReturn({
    data: [{ ...version, document: asJson(version.document) }],
    skipDuplicates: true,
    select: { id: true },
  })
  return created?.id ?? null
}

type Transition = { from: readonly VersionState[]; to: VersionState }

type VersionDetails = Partial<
  Pick<
    VersionHead,
    'publishedAt' | 'reviewed' | 'deprecatedAt' | 'deprecationNotice' | 'yankedAt' | 'yankReason'
  > &
    Snapshot
>

/** Moves the version to another state and stores details of the move. Returns false if it is in none of `from`. */
export async function moveVersion(
  tx: Tx,
  id: string,
  { from, to }: Transition,
  { document, ...details }: VersionDetails = {},
): Promise<boolean> {
  const { count } = await tx.version.updateMany({
    where: { id, state: { in: [...from] } },
    data: { ...details, ...(document && { document: asJson(document) }), state: to },
  })
  return count === 1
}

/** Serialises what changes the versions of a SkillSet, until the transaction ends. */
export async function lockSkillSet(tx: Tx, skillSetId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM "SkillSet" WHERE id = ${skillSetId} FOR UPDATE`
}

export async function hasVersionInReview(db: Database | Tx, skillSetId: string): Promise<boolean> {
  return (await db.version.count({ where: { skillSetId, state: 'IN_REVIEW' } })) > 0
}

function asJson(document: SkillSetDocument): Json & object {
  return document as Json & object
}

/** Published documents never change, so they can be cached. */
const MAX_CACHED = 50
const cache = new LRUCache<string, SkillSetDocument>({ max: MAX_CACHED })

/**
 * Returns the same object for a version while it is cached, so that callers may cache what they derive from it by that
 * object. Returns undefined for an unknown version.
 */
export async function findPublishedDocument(
  db: Database,
  versionId: string,
): Promise<SkillSetDocument | undefined> {
  const document = cache.get(versionId) ?? (await findDocuments(db, [versionId])).get(versionId)
  if (!document) return undefined
  cache.set(versionId, document)
  return document
}
