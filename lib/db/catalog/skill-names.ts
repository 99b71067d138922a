import type { VersionState } from '../../skillset/versions/version-states.ts'
import { isStorable } from '../../validation/storable.ts'
import type { Database } from '../core/prisma-client.ts'
import { runStatement } from '../core/run-statement.ts'
import { Prisma } from '../generated/client.ts'

export type ListedEntry = { name: string; version: string; description: string; kind: string }

type Wanted = {
  /** A name, or a prefix of one that ends before a dot. */
  namespace?: string
  after?: string
  limit: number
  except?: string[]
}

/** Collation "C" compares code points, whatever the database's locale is. */
export async function listCatalogNames(
  db: Database,
  { namespace, after, limit, except = [] }: Wanted,
): Promise<ListedEntry[]> {
  if (namespace !== undefined && !isStorable(namespace)) return []
  const name = Prisma.sql`"name" COLLATE "C"`
  const conditions = [
    Prisma.sql`NOT ("name" = ANY(${except}))`,
    ...(after === undefined ? [] : [Prisma.sql`${name} > ${after}`]),
    // "/" follows ".", so the range contains everything under a namespace.
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

/** Changes with every name or version in the catalogue. */
export async function catalogDigest(db: Database): Promise<string> {
  const [row] = await runStatement<{ digest: string }>(
    db,
    Prisma.sql`
    SELECT coalesce(md5(string_agg("name" || '@' || "versionNumber", ' ' ORDER BY "name" COLLATE "C")), '') AS "digest"
    FROM "CatalogEntry"`,
  )
  return row?.digest ?? ''
}

type LiveVersion = {
  id: string
  number: string
  state: VersionState
  visibility: 'PUBLIC' | 'PRIVATE'
}

/** With all their published versions. */
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
