import type { Database, Tx } from '../core/prisma-client.ts'
import { listRunLinesById, type RunLineRow } from './run-history.ts'

/** A person rarely repeats one run more often. */
const MAX_DEPTH = 30

export type RerunNode = RunLineRow & { depth: number }

/**
 * The runs that were repeated or edited from the same first run as `id`, each below the run that it came from; at most
 * `take`. Only runs of the organisation.
 */
export async function listRerunTree(
  db: Database | Tx,
  { id, organisationId, take }: { id: string; organisationId: string; take: number },
): Promise<RerunNode[]> {
  const nodes = await db.$queryRaw<{ id: string; depth: number }[]>`
    WITH RECURSIVE above AS (
      SELECT "id", "rerunOfId", 0 AS "depth" FROM "Run" WHERE "id" = ${id}
      UNION ALL
      SELECT r."id", r."rerunOfId", above."depth" + 1 FROM above JOIN "Run" AS r ON r."id" = above."rerunOfId"
      WHERE r."organisationId" = ${organisationId} AND above."depth" < ${MAX_DEPTH}::int
    ), tree AS (
      SELECT * FROM (SELECT "id", 0 AS "depth", ARRAY["id"] AS "path" FROM above ORDER BY above."depth" DESC LIMIT 1) AS top
      UNION ALL
      SELECT r."id", tree."depth" + 1, tree."path" || r."id" FROM tree JOIN "Run" AS r ON r."rerunOfId" = tree."id"
      WHERE r."organisationId" = ${organisationId} AND tree."depth" < ${MAX_DEPTH}::int
    )
    SELECT "id", "depth" FROM tree ORDER BY "path" LIMIT ${take}`
  const rows = await listRunLinesById(
    db,
    nodes.map((node) => node.id),
  )
  return nodes.flatMap((node) => {
    const row = rows.find((each) => each.id === node.id)
    return row ? [{ ...row, depth: node.depth }] : []
  })
}
