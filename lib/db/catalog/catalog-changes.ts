/** Counted by triggers; see the migration `catalog_changes`. */
import type { Database } from '../core/prisma-client.ts'
import { executeSql, sql } from '../core/sql.ts'

/** An expression, as text: the same while `findCallableSkillSet` and the versions' documents would be read the same. */
export const CATALOG_STATE = sql`(SELECT coalesce(sum("changes"), 0)::text FROM "CatalogChange")`

/** In one statement, so that the sum is the same to every reader. */
export async function foldCatalogChanges(db: Database): Promise<void> {
  await executeSql(db)`
    WITH "folded" AS (
      DELETE FROM "CatalogChange" WHERE (SELECT count(*) FROM "CatalogChange") > 1 RETURNING "changes")
    INSERT INTO "CatalogChange" ("changes") SELECT sum("changes") FROM "folded" HAVING count(*) > 0`
}
