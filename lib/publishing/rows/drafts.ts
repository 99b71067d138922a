import { Prisma } from '../../kernel/db/generated/client.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { DraftProgram } from '../model/draft-program.ts'

type ProgramColumns = { program: string | null; programKey: string | null }

type DraftRow = {
  document: Json
  revision: number
  updatedAt: Date
  updatedById: string
  byProgram: boolean
  /** When people last left the draft before a program changed it; null if no program did. */
  beforeProgramAt: Date | null
} & ProgramColumns
export type DraftHeadRow = Omit<DraftRow, 'document'>

const headFields = {
  revision: true,
  updatedAt: true,
  updatedById: true,
  program: true,
  programKey: true,
  byProgram: true,
  beforeProgramAt: true,
} as const

export async function findDraft(db: Database | Tx, skillSetId: string): Promise<DraftRow | null> {
  const row = await db.draft.findUnique({
    where: { skillSetId },
    select: { ...headFields, document: true },
  })
  return row && { ...row, document: row.document as Json }
}

export function findDraftHead(db: Database | Tx, skillSetId: string): Promise<DraftHeadRow | null> {
  return db.draft.findUnique({ where: { skillSetId }, select: headFields })
}

/** Returns the document as people last left it before a program changed it; null if no program did. */
export async function findDraftBeforeProgram(db: Database | Tx, skillSetId: string): Promise<Json | null> {
  const row = await db.draft.findUnique({ where: { skillSetId }, select: { beforeProgram: true } })
  return (row?.beforeProgram ?? null) as Json
}

/** Returns the bytes that the draft takes in the database; 0 if there is none. */
export async function findDraftSize(tx: Tx, skillSetId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ bytes: number }[]>`
    SELECT pg_column_size("document") AS "bytes" FROM "Draft" WHERE "skillSetId" = ${skillSetId}`
  return row?.bytes ?? 0
}

/** Returns false if the SkillSet has a draft already. */
export async function insertDraft(
  db: Database | Tx,
  draft: { skillSetId: string; document: Json; updatedById: string; program?: DraftProgram | null },
): Promise<boolean> {
  const { document, program, ...rest } = draft
  const { count } = await db.draft.createMany({
    data: [
      {
        ...rest,
        ...(program && { ...toProgramColumns(program), byProgram: true }),
        document: jsonColumn(document),
      },
    ],
    skipDuplicates: true,
  })
  return count === 1
}

/**
 * Stores the next revision. The program stays that of the last one that wrote it, and its first change after people's
 * keeps what they had written. Returns null if `revision` is outdated or the
 * draft was deleted.
 */
export async function replaceDraft(
  db: Database | Tx,
  draft: {
    skillSetId: string
    revision: number
    document: Json
    updatedById: string
    program?: DraftProgram | null
  },
): Promise<DraftHeadRow | null> {
  const { skillSetId, revision, document, updatedById, program } = draft
  const by = { updatedById, byProgram: Boolean(program), ...(program && toProgramColumns(program)) }
  if (program)
    await db.$executeRaw`
      UPDATE "Draft" SET "beforeProgram" = "document", "beforeProgramAt" = "updatedAt"
      WHERE "skillSetId" = ${skillSetId} AND "revision" = ${revision} AND NOT "byProgram"`
  const [saved] = await db.draft.updateManyAndReturn({
    where: { skillSetId, revision },
    data: { document: jsonColumn(document), revision: { increment: 1 }, ...by },
    select: headFields,
  })
  return saved ?? null
}

/** Forgets the drafts from before a program changed them, which may hold what their owner has removed since. */
export async function forgetEarlierDrafts(tx: Tx, skillSetIds: readonly string[]): Promise<void> {
  await tx.draft.updateMany({
    where: { skillSetId: { in: [...skillSetIds] } },
    data: { beforeProgram: Prisma.DbNull, beforeProgramAt: null },
  })
}

/** Returns the keys of hidden advice in the order in which they were hidden; none without a draft. */
export async function listHiddenAdvice(db: Database | Tx, skillSetId: string): Promise<string[]> {
  const row = await db.draft.findUnique({ where: { skillSetId }, select: { hiddenAdvice: true } })
  return row?.hiddenAdvice ?? []
}

/**
 * Changes which advice is hidden, in one statement, so that two editors do not undo each other. Keeps the newest `max` keys, and
 * revision and time of the draft, which has not changed. Returns false without a draft.
 */
export async function updateHiddenAdvice(
  db: Database | Tx,
  skillSetId: string,
  { hide, show, max }: { hide: readonly string[]; show: readonly string[]; max: number },
): Promise<boolean> {
  const gone = [...hide, ...show]
  const count = await db.$executeRaw`
    UPDATE "Draft" SET "hiddenAdvice" = (
      SELECT kept[greatest(1, cardinality(kept) - ${max}::int + 1):] FROM (
        SELECT array(
          SELECT key FROM unnest("hiddenAdvice") WITH ORDINALITY AS old(key, at)
          WHERE key <> ALL(${gone}::text[]) ORDER BY at) || ${[...hide]}::text[] AS kept) AS changed)
    WHERE "skillSetId" = ${skillSetId}`
  return count === 1
}

/** Returns false if `revision` is outdated. */
export async function deleteDraftRow(
  tx: Tx,
  { skillSetId, revision }: { skillSetId: string; revision: number },
): Promise<boolean> {
  const { count } = await tx.draft.deleteMany({ where: { skillSetId, revision } })
  return count === 1
}

/** Results of the checks that run a draft's code. `digest` identifies the document that they are of. */
type DraftCheckRow = { digest: string; results: unknown; checkedAt: Date }

export function findDraftCheck(db: Database | Tx, skillSetId: string): Promise<DraftCheckRow | null> {
  return db.draftCheck.findUnique({
    where: { skillSetId },
    select: { digest: true, results: true, checkedAt: true },
  })
}

/** Replaces the earlier results. Stores nothing for a draft that was deleted during the checks. */
export async function storeDraftCheck(
  db: Database | Tx,
  { skillSetId, digest, results }: { skillSetId: string; digest: string; results: Json },
): Promise<void> {
  const text = JSON.stringify(results)
  await db.$executeRaw`
    INSERT INTO "DraftCheck" ("skillSetId", "digest", "results", "checkedAt")
    SELECT "skillSetId", ${digest}, ${text}::json, now() AT TIME ZONE 'UTC' FROM "Draft"
    WHERE "skillSetId" = ${skillSetId} FOR KEY SHARE
    ON CONFLICT ("skillSetId") DO UPDATE
    SET "digest" = excluded."digest", "results" = excluded."results", "checkedAt" = excluded."checkedAt"`
}

/** Returns the program of a stored draft or submission; null if only people wrote it. */
export function readDraftProgram({ program, programKey }: ProgramColumns): DraftProgram | null {
  return programKey === null ? null : { name: program, keyName: programKey }
}

export function toProgramColumns({ name, keyName }: DraftProgram): ProgramColumns {
  return { program: name, programKey: keyName }
}
