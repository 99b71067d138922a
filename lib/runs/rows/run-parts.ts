/** The parts of a streamed output, which docs/spec/execution.md §2 describes. */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'

export type RunPart = { number: number; value: Json }

/** A part as it is stored: `json` is its value. */
export type NewPart = { number: number; json: string }

/**
 * Appends parts to a run, all or none; does nothing if it is not running any more. `bytes` is the size of all its parts,
 * with these. The same parts may be appended again after a lost connection, or by the next worker.
 */
export async function appendParts(
  db: Database | Tx,
  runId: string,
  { parts, bytes }: { parts: readonly NewPart[]; bytes: number },
): Promise<void> {
  const numbers = parts.map(({ number }) => number)
  const values = parts.map(({ json }) => json)
  await db.$executeRaw`
    WITH running AS (
      UPDATE "Run" SET "partCount" = greatest("partCount", ${numbers.at(-1) ?? 0}::int),
        "partBytes" = greatest("partBytes", ${bytes}::int)
      WHERE "id" = ${runId} AND "state" = 'running' RETURNING "id"
    )
    INSERT INTO "RunPart" ("runId", "number", "value")
    SELECT running."id", part."number", part."value"::json
    FROM running, unnest(${numbers}::int[], ${values}::text[]) AS part ("number", "value")
    ON CONFLICT DO NOTHING`
}

/** Returns at most `take` parts whose numbers are greater than `after`, in order. */
export async function listRunParts(
  db: Database | Tx,
  runId: string,
  { after, take }: { after: number; take: number },
): Promise<RunPart[]> {
  const rows = await db.runPart.findMany({
    where: { runId, number: { gt: after } },
    orderBy: { number: 'asc' },
    take,
    select: { number: true, value: true },
  })
  return rows.map(({ number, value }) => ({ number, value: value as Json }))
}

/** Deletes the parts of a run, and their count. */
export async function deleteParts(db: Database, runId: string): Promise<void> {
  await db.$transaction([
    db.runPart.deleteMany({ where: { runId } }),
    db.run.updateMany({ where: { id: runId }, data: { partCount: 0, partBytes: 0 } }),
  ])
}
