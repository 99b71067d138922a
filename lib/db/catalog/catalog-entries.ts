/**
 * The catalogue's search rows, copied when a version is published or yanked, so that a search uses one
 * table's indexes.
 */

import type { RiskLevel } from '../../skillset/document/skillset-document.ts'
import type { Database, Tx } from '../core/prisma-client.ts'
import type { Prisma } from '../generated/client.ts'
import { refreshRatings } from './ratings.ts'

export type NewEntry = Prisma.CatalogEntryCreateManyInput

export async function findListedRisks(db: Database | Tx, names: readonly string[]): Promise<RiskLevel[]> {
  const rows = await db.catalogEntry.findMany({
    where: { name: { in: [...names] } },
    select: { riskLevel: true },
  })
  // Only `replaceEntries` and `keepBuiltInEntries` write it.
  return rows.map(({ riskLevel }) => riskLevel as RiskLevel)
}

/** Replaces the entries of a SkillSet, or the built-in ones for null; their statistics stay. */
export async function replaceEntries(
  tx: Tx,
  skillSetId: string | null,
  entries: readonly NewEntry[],
): Promise<void> {
  // Two sites that start together write the same built-in entries.
  if (skillSetId === null)
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('built-in entries'))::text`
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
  // The SkillSet may have been renamed.
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
