import type { VersionState, Visibility } from '../../kernel/db/generated/client.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'

export type PublisherPageRow = {
  id: string
  createdAt: Date
  skillSets: {
    id: string
    slug: string
    name: string
    /** Null without a draft. */
    draftSavedAt: Date | null
    versions: { id: string; number: string; state: VersionState; visibility: Visibility }[]
  }[]
  members: { userId: string; name: string; email: string; emailVerified: Date | null }[]
  reports: { id: string; skillSetName: string; reason: string; at: Date; isOpen: boolean }[]
  restrictions: {
    kind: string
    reason: string
    by: string
    at: Date
    endedAt: Date | null
    subject: string
  }[]
}

const NEWEST_VERSIONS = 10
const NEWEST_REPORTS = 20

/** Returns what admins see of one publisher; null if the handle is not one. Former handles are not found. */
export async function findPublisherPage(db: Database, handle: string): Promise<PublisherPageRow | null> {
  const publisher = await db.publisher.findUnique({
    where: { handle },
    select: {
      id: true,
      createdAt: true,
      organisation: {
        select: {
          members: {
            select: { user: { select: { id: true, name: true, email: true, emailVerified: true } } },
            orderBy: { createdAt: 'asc' },
          },
        },
      },
      skillSets: {
        select: {
          id: true,
          slug: true,
          name: true,
          draft: { select: { updatedAt: true } },
          versions: {
            select: { id: true, number: true, state: true, visibility: true },
            orderBy: { createdAt: 'desc' },
            take: NEWEST_VERSIONS,
          },
        },
        orderBy: { slug: 'asc' },
      },
    },
  })
  if (!publisher) return null
  const ofPublisher = { OR: [{ publisherId: publisher.id }, { skillSet: { publisherId: publisher.id } }] }
  const [reports, restrictions] = await Promise.all([
    db.report.findMany({
      where: { skillSet: { publisherId: publisher.id } },
      select: {
        id: true,
        reason: true,
        createdAt: true,
        closedAt: true,
        skillSet: { select: { name: true } },
      },
      orderBy: { createdAt: 'desc' },
      take: NEWEST_REPORTS,
    }),
    db.restriction.findMany({ where: ofPublisher, orderBy: { createdAt: 'desc' }, take: NEWEST_REPORTS }),
  ])
  return {
    id: publisher.id,
    createdAt: publisher.createdAt,
    members: publisher.organisation.members.map(({ user: { id, ...user } }) => ({ userId: id, ...user })),
    skillSets: publisher.skillSets.map(({ draft, ...skillSet }) => ({
      ...skillSet,
      draftSavedAt: draft?.updatedAt ?? null,
    })),
    reports: reports.map(({ createdAt, closedAt, skillSet, ...report }) => ({
      ...{ ...report, skillSetName: skillSet.name, at: createdAt, isOpen: closedAt === null },
    })),
    restrictions: restrictions.map(({ kind, reason, createdByName, createdAt, endedAt, subject }) => ({
      ...{ kind, reason, by: createdByName, at: createdAt, endedAt, subject },
    })),
  }
}
