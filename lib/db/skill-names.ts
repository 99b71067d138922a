/** The names of skills in the order of their characters, for lists that programs page through. Floor 1. */
import { isStorable } from '../contract/json/storable.ts'
import type { VersionState } from '../contract/version/version-moves.ts'
import type { Database } from './client.ts'
import { Prisma } from './generated/client.ts'
import { runStatement } from './statement.ts'

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
  return runStatement<ListedEntry>(
    db,
    Prisma.sql`
    SELECT "name", "versionNumber" AS "version", "description", "kind"
    FROM "CatalogEntry"
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY ${name}
    LIMIT ${limit}`,
  )
}

type LiveVersion = {
  id: string
  number: string
  state: VersionState
  visibility: 'PUBLIC' | 'PRIVATE'
}

/** An organisation's SkillSets that have a private version, with all their published ones. */
export function listOwnPrivate(
  db: Database,
  organisationId: string,
): Promise<{ prefix: string; versions: LiveVersion[] }[]> {
  return runStatement(
    db,
    Prisma.sql`
    SELECT p."handle" || '.' || s."slug" AS "prefix", json_agg(json_build_object(
      'id', v."id", 'number', v."number", 'state', v."state", 'visibility', v."visibility"
    )) AS "versions"
    FROM "Publisher" AS p
    JOIN "SkillSet" AS s ON s."publisherId" = p."id"
    JOIN "Version" AS v ON v."skillSetId" = s."id" AND v."state" IN ('PUBLISHED', 'DEPRECATED')
    WHERE p."organisationId" = ${organisationId}
    GROUP BY p."handle", s."slug"
    HAVING bool_or(v."visibility" = 'PRIVATE')`,
  )
}
