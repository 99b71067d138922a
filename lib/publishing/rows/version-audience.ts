import type { Database } from '../../kernel/db/prisma-client.ts'

/** `range` is null for what holds one version. */
export type RangeCount = { range: string | null; count: number }

export function countInstallsByRange(db: Database, skillSetId: string): Promise<RangeCount[]> {
  return db.$queryRaw<RangeCount[]>`
    SELECT "range", count(*)::int AS "count" FROM "Install" WHERE "skillSetId" = ${skillSetId} GROUP BY "range"`
}

/** `range` is the version or range that an automation names; null if it follows the installation. */
export function countAutomationsByRange(db: Database, skillNames: readonly string[]): Promise<RangeCount[]> {
  return db.$queryRaw<RangeCount[]>`
    SELECT "version" AS "range", count(*)::int AS "count" FROM "Automation"
    WHERE "skillName" = ANY(${[...skillNames]}) GROUP BY "version"`
}

/** Returns how many toolsets, saved plans and keys name a skill of the SkillSet. */
export async function countOtherUses(
  db: Database,
  { skillSetName, skillNames }: { skillSetName: string; skillNames: readonly string[] },
): Promise<{ toolsets: number; plans: number; keys: number }> {
  const names = [...skillNames]
  const quoted = names.map((name) => `%"${name}"%`)
  const [counts] = await db.$queryRaw<{ toolsets: number; plans: number; keys: number }[]>`
    SELECT
      (SELECT count(DISTINCT "toolsetId") FROM "ToolsetSkill" WHERE "skillName" = ANY(${names}))::int AS "toolsets",
      (SELECT count(*) FROM "SavedPlan" WHERE "document"::text LIKE ANY(${quoted}))::int AS "plans",
      (SELECT count(*) FROM "ApiKey" WHERE "revokedAt" IS NULL
        AND (${skillSetName} = ANY("skillSets") OR "skills" && ${names}::text[]))::int AS "keys"`
  return counts ?? { toolsets: 0, plans: 0, keys: 0 }
}
