/** The names of skills in the order of their characters, for lists that programs page through. Floor 1. */
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { VersionState } from '../contract/version/version-moves.ts'
import type { Database } from './client.ts'
import { Prisma } from './generated/client.ts'

export type ListedEntry = { name: string; version: string; description: string; kind: string }

type Wanted = {
  /** A name, or what stands before a dot of one. */
  namespace?: string
  /** Names after this one. */
  after?: string
  limit: number
  /** Names that are listed already. */
  except?: string[]
}

/** The catalogue's rows by name. "C" compares code points, whatever the database's own language is. */
export async function listEntries(
  db: Database,
  { namespace, after, limit, except = [] }: Wanted,
): Promise<ListedEntry[]> {
  if (namespace !== undefined && !isStorable(namespace)) return []
  const name = Prisma.sql`"name" COLLATE "C"`
  const conditions = [
    Prisma.sql`NOT ("name" = ANY(${except}))`,
    ...(after === undefined ? [] : [Prisma.sql`${name} > ${after}`]),
    // "/" follows ".": everything under a namespace lies between the two.
    ...(namespace === undefined
      ? []
      : [
          Prisma.sql`("name" = ${namespace} OR (${name} > ${`${namespace}.`} AND ${name} < ${`${namespace}/`}))`,
        ]),
  ]
  return db.$queryRaw<ListedEntry[]>`
    SELECT "name", "versionNumber" AS "version", "description", "kind"
    FROM "CatalogEntry"
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY ${name}
    LIMIT ${limit}`
}

type PrivateVersion = {
  id: string
  number: string
  state: VersionState
  visibility: 'PUBLIC' | 'PRIVATE'
  skills: Pick<SkillDocument, 'slug' | 'description' | 'kind'>[]
}

/** An organisation's SkillSets that have a private version, with all their published ones. */
export async function listOwnPrivate(
  db: Database,
  organisationId: string,
): Promise<{ prefix: string; versions: PrivateVersion[] }[]> {
  const states = ['PUBLISHED', 'DEPRECATED'] satisfies VersionState[]
  const rows = await db.skillSet.findMany({
    where: {
      publisher: { organisationId },
      versions: { some: { state: { in: states }, visibility: 'PRIVATE' } },
    },
    select: {
      slug: true,
      publisher: { select: { handle: true } },
      versions: {
        where: { state: { in: states } },
        select: { id: true, number: true, state: true, visibility: true, document: true },
      },
    },
  })
  return rows.map(({ slug, publisher, versions }) => ({
    prefix: `${publisher.handle}.${slug}`,
    // A document passed every check before its row could leave DRAFT.
    versions: versions.map(({ document, ...version }) => ({
      ...version,
      skills: (document as unknown as { skills: SkillDocument[] }).skills,
    })),
  }))
}
