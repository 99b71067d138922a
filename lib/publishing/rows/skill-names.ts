import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import type { VersionState } from '../../contracts/versions/version-states.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import { isStorable } from '../../kernel/validation/storable.ts'

export type ListedEntry = {
  name: string
  version: string
  description: string
  kind: NonNullable<SkillDocument['kind']>
}

type NameQuery = {
  /** A name, or a prefix of one that ends before a dot. */
  namespace?: string
  after?: string
  limit: number
  except?: string[]
}

/**
 * Returns names of the catalogue in the order of code points, after `after`. Collation "C" makes that the same whatever
 * the locale of the database is; callers merge the list with names that they sort themselves.
 */
export async function listCatalogNames(
  db: Database,
  { namespace, after, limit, except = [] }: NameQuery,
): Promise<ListedEntry[]> {
  if (namespace !== undefined && !isStorable(namespace)) return []
  const name = sql`"name" COLLATE "C"`
  const conditions = [
    sql`NOT ("name" = ANY(${except}))`,
    ...(after === undefined ? [] : [sql`${name} > ${after}`]),
    // "/" is the character after ".", so the range contains everything under a namespace, and an index finds it.
    ...(namespace === undefined
      ? []
      : [sql`("name" = ${namespace} OR (${name} > ${`${namespace}.`} AND ${name} < ${`${namespace}/`}))`]),
  ]
  return db.$queryRaw<ListedEntry[]>`
    SELECT "name", "versionNumber" AS "version", "description", "kind"
    FROM "CatalogEntry"
    WHERE ${sql.join(conditions, ' AND ')}
    ORDER BY ${name}
    LIMIT ${limit}`
}

/** Returns a digest that changes whenever a name or its version in the catalogue does, as a key for caches. */
export async function catalogDigest(db: Database): Promise<string> {
  const [row] = await db.$queryRaw<{ digest: string }[]>`
    SELECT coalesce(md5(string_agg("name" || '@' || "versionNumber", ' ' ORDER BY "name" COLLATE "C")), '') AS "digest"
    FROM "CatalogEntry"`
  return row?.digest ?? ''
}

type LiveVersion = {
  id: string
  number: string
  state: VersionState
  visibility: 'PUBLIC' | 'PRIVATE'
}

/** Returns the SkillSets of an organisation that have a private live version, with all live versions of each. */
export function listOwnPrivate(
  db: Database,
  organisationId: string,
): Promise<{ prefix: string; versions: LiveVersion[] }[]> {
  return db.$queryRaw<{ prefix: string; versions: LiveVersion[] }[]>`
    SELECT p."handle" || '.' || s."slug" AS "prefix", json_agg(json_build_object(
      'id', v."id", 'number', v."number", 'state', v."state", 'visibility', v."visibility"
    )) AS "versions"
    FROM "Publisher" AS p
    JOIN "SkillSet" AS s ON s."publisherId" = p."id"
    JOIN "Version" AS v ON v."skillSetId" = s."id" AND v."state" IN ('PUBLISHED', 'DEPRECATED')
    WHERE p."organisationId" = ${organisationId}
    GROUP BY p."handle", s."slug"
    HAVING bool_or(v."visibility" = 'PRIVATE')`
}
