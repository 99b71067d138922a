/**
 * SkillSets as their own people see them, published or not. Floor 1. What everybody sees is `published.ts`.
 *
 * Reads name the person: a SkillSet of an organisation they are no member of is not there.
 */
import type { VersionState } from '../contract/version/version-moves.ts'
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'

// Every state in which somebody outside may hold on to the name.
const KEPT = ['PUBLISHED', 'DEPRECATED', 'YANKED'] satisfies VersionState[]
const UNDELETABLE = [...KEPT, 'IN_REVIEW'] satisfies VersionState[]

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

type Asked = { skillSetId: string; userId: string }

/** The SkillSet, for a member of the owning organisation; null for everybody else. */
export function findOwnSkillSet(
  db: Database | Tx,
  { skillSetId, userId }: Asked,
): Promise<OwnSkillSet | null> {
  return db.skillSet.findFirst({
    where: { id: skillSetId, publisher: { organisation: { members: { some: { userId } } } } },
    select: ownFields,
  })
}

/** Everything an organisation offers or prepares, the last touched first, without documents. */
export function listOwnSkillSets(db: Database | Tx, organisationId: string): Promise<SkillSetLine[]> {
  return db.skillSet.findMany({
    where: { publisher: { organisationId } },
    select: lineFields,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  })
}

/** Makes the SkillSet and returns its id, or null when the publisher has another of that slug. */
export async function insertSkillSet(
  tx: Tx,
  skillSet: { publisherId: string; slug: string; name: string },
): Promise<string | null> {
  const [made] = await tx.skillSet.createManyAndReturn({
    data: [skillSet],
    skipDuplicates: true,
    select: { id: true },
  })
  return made?.id ?? null
}

/** Sets the name that lists show, and marks the SkillSet as touched. */
export async function renameSkillSet(db: Database | Tx, id: string, name: string): Promise<void> {
  await db.skillSet.update({ where: { id }, data: { name } })
}

/**
 * Moves a SkillSet that nothing of was ever published to another slug. Returns false, having changed nothing,
 * when the slug is taken or somebody may hold on to the old one. Not for use inside a transaction: two people
 * who want one slug at once end in a broken index, which is answered false.
 */
export async function moveSkillSet(db: Database, id: string, slug: string): Promise<boolean> {
  try {
    const { count } = await db.skillSet.updateMany({
      where: { id, versions: { none: { state: { in: UNDELETABLE } } } },
      data: { slug },
    })
    return count === 1
  } catch (thrown) {
    if (thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === 'P2002') return false
    throw thrown
  }
}

export async function isPublished(db: Database | Tx, skillSetId: string): Promise<boolean> {
  return (await db.version.count({ where: { skillSetId, state: { in: KEPT } } })) > 0
}

/** Deletes a SkillSet with its draft and test runs. Returns false when something is published or in review. */
export async function deleteUnpublished(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.skillSet.deleteMany({
    where: { id, versions: { none: { state: { in: UNDELETABLE } } } },
  })
  return count === 1
}
