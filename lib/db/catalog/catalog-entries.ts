/** Copied when a version is published or yanked, so that a search uses one table's indexes. */

import type { RiskLevel } from '../../skillset/document/skillset-document.ts'
import type { Database, Tx } from '../core/prisma-client.ts'
import { queryRows } from '../core/sql.ts'
import type { Prisma } from '../generated/client.ts'
import { refreshRatings } from './ratings.ts'

export type NewEntry = Prisma.CatalogEntryCreateManyInput

export async function findListedRisks(db: Database | Tx, names: readonly string[]): Promise<RiskLevel[]> {
  const rows = await db.catalogEntry.findMany({
    where: { name: { in: [...names] } },
    select: { riskLevel: true },
  })
  return rows.map(({ riskLevel }) => riskLevel as RiskLevel)
}

/** Null for the built-in ones; statistics stay. */
export async function replaceEntries(
  tx: Tx,
  skillSetId: string | null,
  entries: readonly NewEntry[],
): Promise<void> {
  // Two sites that start together write the same entries.
  if (skillSetId === null)
    await queryRows(tx)`SELECT pg_advisory_xact_lock(hashtext('built-in entries'))::text`
  const before = await tx.catalogEntry.findMany({
    where: { skillSetId },
    select: {
      name: true,
      skillSlug: true,
      runs30d: true,
      succeeded30d: true,
      customerDays30d: true,
      p50Ms: true,
      evidenceAt: true,
    },
  })
  const keyOf = ({ name, skillSlug }: Pick<NewEntry, 'name' | 'skillSlug'>) =>
    skillSetId === null ? name : skillSlug
  const evidence = new Map(
    before.map(({ name, skillSlug, ...figures }) => [keyOf({ name, skillSlug }), figures]),
  )
  await tx.catalogEntry.deleteMany({ where: { skillSetId } })
  await tx.catalogEntry.createMany({
    data: entries.map((entry) => ({ ...entry, ...evidence.get(keyOf(entry)) })),
  })
  if (skillSetId !== null) await refreshRatings(tx, skillSetId)
}
