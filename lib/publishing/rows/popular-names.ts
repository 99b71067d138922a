import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

const fields = {
  name: true,
  title: true,
  skillSlug: true,
  skillSetName: true,
  skillSetSlug: true,
  publisher: true,
} satisfies Prisma.CatalogEntrySelect

export type PopularSkill = Prisma.CatalogEntryGetPayload<{ select: typeof fields }>

/** Days on which another organisation used the skill, summed over organisations, in the last 30 days. */
const MIN_CUSTOMER_DAYS = 10

/** Comparing all names of a catalogue of a million skills would take seconds, and few people know the rest. */
const MAX_SKILLS = 1_000

/**
 * Returns public skills that people know: those used most, and those of verified publishers. Leaves out the skills of
 * the organisation that owns `skillSetId`.
 */
export async function listPopularSkills(
  db: Database | Tx,
  { exceptOrganisationOf: skillSetId }: { exceptOrganisationOf: string },
): Promise<PopularSkill[]> {
  const own = await db.skillSet.findUnique({
    where: { id: skillSetId },
    select: { publisher: { select: { organisationId: true } } },
  })
  const organisationId = { not: own?.publisher.organisationId ?? '' }
  const list = (where: Prisma.CatalogEntryWhereInput) =>
    db.catalogEntry.findMany({
      where,
      select: fields,
      orderBy: [{ customerDays30d: 'desc' }, { name: 'asc' }],
      take: MAX_SKILLS,
    })
  const [used, verified] = await Promise.all([
    list({ customerDays30d: { gte: MIN_CUSTOMER_DAYS }, skillSet: { publisher: { organisationId } } }),
    list({ skillSet: { publisher: { organisationId, verifiedAt: { not: null } } } }),
  ])
  return [...new Map([...used, ...verified].map((skill) => [skill.name, skill])).values()]
}
