/**
 * Versions as they are stored: reserving a number, moving through the table of moves, reading. Floor 1.
 *
 * Invariants: a number is reserved once per SkillSet and never freed, and a state is only left by the one
 * conditional UPDATE in here, so of two people who move a version at once one is answered false.
 */

import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { VersionState } from '../contract/version/version-moves.ts'
import type { Database, Tx } from './client.ts'
import type { Prisma } from './generated/client.ts'

export type Snapshot = Pick<StoredVersion, 'document' | 'visibility' | 'changelog'>

export type VersionHead = Prisma.VersionGetPayload<{ select: typeof headFields }>
export type StoredVersion = VersionHead & { document: SkillSetDocument }
export type VersionWithOwner = Prisma.VersionGetPayload<{ select: typeof ownedFields }>

// Everything but the document, which may be megabytes.
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

/** All versions of a SkillSet, the newest reservation first, without their documents. */
export function listVersionHeads(db: Database | Tx, skillSetId: string): Promise<VersionHead[]> {
  return db.version.findMany({
    where: { skillSetId },
    select: headFields,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
}

/** The version with its snapshot, whatever its state; null when there is none. */
export async function findVersion(db: Database | Tx, id: string): Promise<StoredVersion | null> {
  const row = await db.version.findUnique({ where: { id }, select: { ...headFields, document: true } })
  // A snapshot passed the checklist before it was stored.
  return row && { ...row, document: row.document as unknown as SkillSetDocument }
}

/** The version and whose it is; null when there is none. */
export async function findVersionWithOwner(db: Database | Tx, id: string): Promise<VersionWithOwner | null> {
  if (!isStorable(id)) return null
  return db.version.findUnique({ where: { id }, select: ownedFields })
}

/** Reserves a number as a DRAFT. Returns its id, or null when somebody reserved it before. */
export async function reserveVersion(
  tx: Tx,
  version: Snapshot & { skillSetId: string; number: string },
): Promise<string | null> {
  // Not `create`: a violated unique index would end the caller's transaction.
  const [made] = await tx.version.createManyAndReturn({
    data: [{ ...version, document: asJson(version.document) }],
    skipDuplicates: true,
    select: { id: true },
  })
  return made?.id ?? null
}

type Step = { from: readonly VersionState[]; to: VersionState }

type Written = Partial<
  Pick<
    VersionHead,
    'publishedAt' | 'reviewed' | 'deprecatedAt' | 'deprecationNotice' | 'yankedAt' | 'yankReason'
  > &
    Snapshot
>

/**
 * Moves a version from one of `from` to `to`, writing `written` with it. Returns false, having changed
 * nothing, when it is in none of them any more: somebody moved it first.
 */
export async function moveVersion(
  tx: Tx,
  id: string,
  { from, to }: Step,
  { document, ...written }: Written = {},
): Promise<boolean> {
  const { count } = await tx.version.updateMany({
    where: { id, state: { in: [...from] } },
    data: { ...written, ...(document && { document: asJson(document) }), state: to },
  })
  return count === 1
}

/** Holds the SkillSet until the transaction ends, so that its versions are moved by one person at a time. */
export async function lockSkillSet(tx: Tx, skillSetId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM "SkillSet" WHERE id = ${skillSetId} FOR UPDATE`
}

function asJson(document: SkillSetDocument): Json & object {
  return document as unknown as Json & object
}
