/** Other SkillSets cannot reference a SkillSet's files, even for the same bytes. */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type NewSkillFile = { sha256: string; contentId: string; sizeBytes: number; createdById: string }

export async function insertSkillFiles(
  tx: Tx,
  skillSetId: string,
  files: readonly NewSkillFile[],
): Promise<void> {
  const data = files.map((file) => ({ ...file, skillSetId }))
  await tx.skillFile.createMany({ data, skipDuplicates: true })
}

/** Returns the sizes of files that the SkillSet has, and protects these from the sweep. */
export async function markSkillFilesUsed(
  tx: Tx,
  skillSetId: string,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  const where = { skillSetId, sha256: { in: [...hashes] } }
  // Not a lock: the sweep checks updated rows again before it deletes them.
  await tx.skillFile.updateMany({
    where: { ...where, unusedSince: { not: null } },
    data: { unusedSince: null },
  })
  const rows = await tx.skillFile.findMany({ where, select: { sha256: true, sizeBytes: true } })
  return new Map(rows.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]))
}

/** The sweep spares unused files of versions. */
export async function releaseOtherSkillFiles(
  tx: Tx,
  { skillSetId, hashes = [] }: { skillSetId: string; hashes?: readonly string[] },
): Promise<void> {
  await tx.skillFile.updateMany({
    where: { skillSetId, sha256: { notIn: [...hashes] }, unusedSince: null },
    data: { unusedSince: new Date() },
  })
}

export async function findSkillFiles(
  db: Database | Tx,
  skillSetId: string,
  hashes: readonly string[],
): Promise<{ sha256: string; contentId: string; store: string; sizeBytes: number }[]> {
  const rows = await db.skillFile.findMany({
    where: { skillSetId, sha256: { in: [...hashes] } },
    select: { sha256: true, contentId: true, sizeBytes: true, content: { select: { store: true } } },
  })
  return rows.map(({ content, ...row }) => ({ ...row, store: content.store }))
}

/** Deletes files that the draft has not referenced since `before`. Several processes may sweep at once. */
export function deleteUnusedSkillFiles(
  db: Database,
  { before, take }: { before: Date; take: number },
): Promise<number> {
  return db.$transaction(async (tx) => {
    const marked = await tx.skillFile.findMany({
      where: { unusedSince: { lt: before } },
      select: { skillSetId: true, sha256: true },
      orderBy: { unusedSince: 'asc' },
      take,
    })
    if (marked.length === 0) return 0
    const [skillSetIds, hashes] = [marked.map((row) => row.skillSetId), marked.map((row) => row.sha256)]
    const count = await tx.$executeRaw`
      delete from "SkillFile" f using unnest(${skillSetIds}::text[], ${hashes}::text[]) as m ("skillSetId", "sha256")
      where f."skillSetId" = m."skillSetId" and f."sha256" = m."sha256" and f."unusedSince" is not null
      and not exists (
        select 1 from "Draft" d
        where d."skillSetId" = f."skillSetId" and position(f."sha256" in concat(d."document"::text, d."beforeProgram"::text)) > 0)
      and not exists (
        select 1 from "Version" v left join "Submission" s on s."versionId" = v."id"
        where v."skillSetId" = f."skillSetId"
        and position(f."sha256" in concat(v."document"::text, s."document"::text)) > 0)`
    await tx.skillFile.updateMany({
      where: { OR: marked, unusedSince: { lt: before } },
      data: { unusedSince: null },
    })
    return count
  })
}
