/**
 * Without people, inputs and logs. Test runs, examples and child runs are excluded: a publisher's code
 * decides how it calls children, so their list could encode customer data.
 */
import type { Database, Tx } from '../core/prisma-client.ts'
import type { Prisma } from '../generated/client.ts'

const failedFields = {
  id: true,
  organisationId: true,
  skillName: true,
  versionId: true,
  versionNumber: true,
  state: true,
  error: true,
  errorDetail: true,
  createdAt: true,
  detailsSharedAt: true,
} satisfies Prisma.RunSelect

const failuresOf = (publisherOrganisationId: string) =>
  ({
    skillSet: { publisher: { organisationId: publisherOrganisationId } },
    mode: 'production',
    state: { in: ['failed', 'timed_out'] },
    parentRunId: null,
  }) satisfies Prisma.RunWhereInput

export function listFailedRunsOf(
  db: Database | Tx,
  wanted: { publisherOrganisationId: string; before?: string; take: number },
) {
  const { publisherOrganisationId, before, take } = wanted
  return db.run.findMany({
    where: { ...failuresOf(publisherOrganisationId), ...(before && { id: { lt: before } }) },
    select: failedFields,
    orderBy: { id: 'desc' },
    take,
  })
}

/** Only runs by organisations that share no member with the publisher's. Newest first. */
export async function listFailuresOfOthers(
  db: Database | Tx,
  { organisationId, since, take }: { organisationId: string; since: Date; take: number },
) {
  const isOfPublisher = { user: { memberships: { some: { organisationId } } } }
  return db.run.findMany({
    where: {
      ...failuresOf(organisationId),
      createdAt: { gte: since },
      organisation: { members: { none: isOfPublisher } },
    },
    select: failedFields,
    orderBy: { id: 'desc' },
    take,
  })
}

/** Shares the details of a failed run with its publisher; `by` null stops sharing. */
export async function setDetailsShared(
  db: Database | Tx,
  id: string,
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  await db.run.updateMany({
    where: { id, state: { in: ['failed', 'timed_out'] } },
    data: { detailsSharedAt: by === null ? null : at, detailsSharedById: by },
  })
}
