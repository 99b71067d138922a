import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

/** A listed SkillSet with at least one action skill, as a server of tools. */
export type ToolSkillSet = {
  id: string
  slug: string
  name: string
  createdAt: Date
  publisher: { handle: string }
  /** Its listed action skills, sorted by name. */
  entries: { name: string; title: string; versionNumber: string; publishedAt: Date }[]
}

export type ToolSkillSetFilter = {
  /** Part of the publisher's handle or the SkillSet's slug, in any case. */
  search?: string
  publisher?: string
  slug?: string
  versionNumber?: string
  publishedSince?: Date
}

/** Returns SkillSets in the order of their creation, which new ones do not shift. `after` is the id of the last one. */
export function listToolSkillSets(
  db: Database | Tx,
  { search, publisher, slug, versionNumber, publishedSince }: ToolSkillSetFilter,
  { after, take }: { after?: string; take: number },
): Promise<ToolSkillSet[]> {
  const contains = { contains: search ?? '', mode: 'insensitive' as const }
  return db.skillSet.findMany({
    where: {
      ...(after !== undefined && { id: { gt: after } }),
      ...(slug !== undefined && { slug }),
      ...(publisher !== undefined && { publisher: { handle: publisher } }),
      ...(search && { OR: [{ slug: contains }, { publisher: { handle: contains } }] }),
      entries: {
        some: {
          kind: 'action',
          ...(versionNumber !== undefined && { versionNumber }),
          ...(publishedSince && { publishedAt: { gte: publishedSince } }),
        },
      },
    },
    orderBy: { id: 'asc' },
    take,
    select: {
      id: true,
      slug: true,
      name: true,
      createdAt: true,
      publisher: { select: { handle: true } },
      entries: {
        where: { kind: 'action' },
        orderBy: { name: 'asc' },
        select: { name: true, title: true, versionNumber: true, publishedAt: true },
      },
    },
  })
}
