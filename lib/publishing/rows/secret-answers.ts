import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isObject } from '../../kernel/json/json.ts'

/** Returns the publisher's reasons why findings are not secrets, by the id of the finding. */
export async function findSecretAnswers(
  db: Database | Tx,
  skillSetId: string,
): Promise<Record<string, string>> {
  const row = await db.skillSet.findUnique({ where: { id: skillSetId }, select: { secretAnswers: true } })
  // Only `replaceSecretAnswers` writes the column.
  return isObject(row?.secretAnswers) ? (row.secretAnswers as Record<string, string>) : {}
}

/** The caller holds the lock of the SkillSet. */
export async function replaceSecretAnswers(
  tx: Tx,
  skillSetId: string,
  answers: Record<string, string>,
): Promise<void> {
  await tx.skillSet.update({ where: { id: skillSetId }, data: { secretAnswers: jsonColumn(answers) } })
}
