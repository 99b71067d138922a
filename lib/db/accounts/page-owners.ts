import type { Database } from '../core/prisma-client.ts'

export type OwnedPage = 'planRun' | 'plan' | 'skillSet'

/** Undefined if none of `among` has the page. */
export async function findOwnerOf(
  db: Database,
  page: OwnedPage,
  { id, among }: { id: string; among: string[] },
): Promise<string | undefined> {
  const organisationId = { in: among }
  const select = { organisationId: true } as const
  if (page === 'planRun')
    return (await db.planRun.findFirst({ where: { id, organisationId }, select }))?.organisationId
  if (page === 'plan')
    return (await db.savedPlan.findFirst({ where: { slug: id, organisationId }, select }))?.organisationId
  const found = await db.skillSet.findFirst({
    where: { id, publisher: { organisationId } },
    select: { publisher: { select } },
  })
  return found?.publisher.organisationId
}
