import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

/** What one payment is for: the text of a skill, in all versions of a major, for one organisation. */
export type PurchaseKey = { organisationId: string; skillSetId: string; skillSlug: string; major: number }

/**
 * Records that the run `runId` buys the text. Returns null, or the id of the run that has bought it already or is about to: a
 * purchase at the same time waits for the transaction of the other.
 */
export async function claimPurchase(tx: Tx, key: PurchaseKey, runId: string): Promise<string | null> {
  const { count } = await tx.skillPurchase.createMany({ data: [{ ...key, runId }], skipDuplicates: true })
  return count > 0 ? null : findPurchaseRunId(tx, key)
}

/** Returns the id of the run that has bought the text or is about to; null if none has. */
export async function findPurchaseRunId(db: Database | Tx, key: PurchaseKey): Promise<string | null> {
  const row = await db.skillPurchase.findUnique({
    where: { organisationId_skillSetId_skillSlug_major: key },
    select: { runId: true },
  })
  return row?.runId ?? null
}

/** Gives access to the text from now on. */
export async function markPurchasePaid(tx: Tx, runId: string, paidAt: Date): Promise<void> {
  await tx.skillPurchase.updateMany({ where: { runId }, data: { paidAt } })
}

/** Ends the access that a run paid for; nothing happens for a run that bought no text. */
export async function deletePurchase(tx: Tx, runId: string): Promise<void> {
  await tx.skillPurchase.deleteMany({ where: { runId } })
}

/** Returns the slugs of the skills of a SkillSet whose text the organisation has paid for, in this major. */
export async function listPaidSlugs(
  db: Database | Tx,
  { organisationId, skillSetId, major }: Omit<PurchaseKey, 'skillSlug'>,
): Promise<string[]> {
  const rows = await db.skillPurchase.findMany({
    where: { organisationId, skillSetId, major, paidAt: { not: null } },
    select: { skillSlug: true },
  })
  return rows.map(({ skillSlug }) => skillSlug)
}
