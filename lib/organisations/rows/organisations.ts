import type { MemberRole } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { newOrganisationDefaults } from '../../settings/rows/setting-rows.ts'

export type OrganisationRow = { id: string; name: string; isPersonal: boolean; role: MemberRole }

export async function listOrganisationsOf(db: Database, userId: string): Promise<OrganisationRow[]> {
  const rows = await db.membership.findMany({
    where: { userId },
    select: { role: true, organisation: { select: { id: true, name: true, personalOfId: true } } },
    orderBy: { organisation: { name: 'asc' } },
  })
  return rows
    .map(({ role, organisation: { id, name, personalOfId } }) => ({
      id,
      name,
      role,
      isPersonal: personalOfId !== null,
    }))
    .sort((a, b) => Number(b.isPersonal) - Number(a.isPersonal))
}

export async function findOrganisation(
  db: Database | Tx,
  id: string,
): Promise<{ id: string; name: string; isPersonal: boolean } | null> {
  const row = await db.organisation.findUnique({ where: { id } })
  return row && { id: row.id, name: row.name, isPersonal: row.personalOfId !== null }
}

export async function insertOrganisation(tx: Tx, made: { name: string; ownerId: string }): Promise<string> {
  const { id } = await tx.organisation.create({
    data: {
      name: made.name,
      createdById: made.ownerId,
      ...(await newOrganisationDefaults(tx)),
      members: { create: { userId: made.ownerId, role: 'OWNER' } },
    },
    select: { id: true },
  })
  return id
}

/** Locks the user, so that the count cannot change. */
export async function countCreatedBy(tx: Tx, userId: string): Promise<number> {
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE id = ${userId} FOR UPDATE`
  return tx.organisation.count({ where: { createdById: userId, personalOfId: null } })
}

export async function updateOrganisationName(tx: Tx, id: string, name: string): Promise<void> {
  await tx.organisation.update({ where: { id }, data: { name } })
}

/** Prevents two owners from both leaving as "not the last owner". Members read before the lock may be outdated. */
export async function lockMembers(tx: Tx, organisationId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Organisation" WHERE id = ${organisationId} FOR UPDATE`
}

type MemberRow = { userId: string; name: string; email: string; role: MemberRole; since: Date }

export async function listMembers(db: Database, organisationId: string): Promise<MemberRow[]> {
  const rows = await db.membership.findMany({
    where: { organisationId },
    select: { role: true, createdAt: true, user: { select: { id: true, name: true, email: true } } },
    orderBy: [{ role: 'asc' }, { user: { name: 'asc' } }],
  })
  return rows.map(({ role, createdAt, user: { id, name, email } }) => ({
    userId: id,
    name,
    email,
    role,
    since: createdAt,
  }))
}

export async function findMember(
  db: Database | Tx,
  organisationId: string,
  userId: string,
): Promise<{ role: MemberRole; name: string } | null> {
  const row = await db.membership.findUnique({
    where: { organisationId_userId: { organisationId, userId } },
    select: { role: true, user: { select: { name: true } } },
  })
  return row && { role: row.role, name: row.user.name }
}

export async function insertMember(
  tx: Tx,
  member: { organisationId: string; userId: string; role: MemberRole },
): Promise<boolean> {
  const { count } = await tx.membership.createMany({ data: [member], skipDuplicates: true })
  return count === 1
}

export async function updateMemberRole(
  tx: Tx,
  member: { organisationId: string; userId: string; role: MemberRole },
): Promise<void> {
  const { role, ...id } = member
  await tx.membership.update({ where: { organisationId_userId: id }, data: { role } })
}

export async function deleteMember(
  tx: Tx,
  member: { organisationId: string; userId: string },
): Promise<void> {
  await tx.membership.delete({ where: { organisationId_userId: member } })
}

export function countOwners(db: Database | Tx, organisationId: string): Promise<number> {
  return db.membership.count({ where: { organisationId, role: 'OWNER' } })
}

type FoundOrganisation = { id: string; name: string; people: string; wallet: bigint; earnings: bigint }

export function findOrganisationsByText(db: Database | Tx, text: string): Promise<FoundOrganisation[]> {
  const like = `%${text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
  return db.$queryRaw<FoundOrganisation[]>`
    SELECT organisation."id", organisation."name",
      coalesce((SELECT string_agg(person."email", ', ' ORDER BY person."email") FROM "Membership" member
        JOIN "User" person ON person."id" = member."userId" WHERE member."organisationId" = organisation."id"), '') AS "people",
      coalesce((SELECT "balanceMicros" FROM "LedgerAccount" WHERE "id" = 'wallet:' || organisation."id"), 0) AS "wallet",
      coalesce((SELECT "balanceMicros" FROM "LedgerAccount" WHERE "id" = 'earnings:' || organisation."id"), 0) AS "earnings"
    FROM "Organisation" organisation
    WHERE organisation."name" ILIKE ${like} OR EXISTS (SELECT 1 FROM "Membership" member
      JOIN "User" person ON person."id" = member."userId"
      WHERE member."organisationId" = organisation."id" AND person."email" ILIKE ${like})
    ORDER BY organisation."name", organisation."id" LIMIT 20`
}

export function findPersonalOrganisation(db: Database | Tx, userId: string): Promise<{ id: string } | null> {
  return db.organisation.findUnique({ where: { personalOfId: userId }, select: { id: true } })
}

export type OrganisationProfile = {
  id: string
  name: string
  isPersonal: boolean
  createdAt: Date
  members: { userId: string; name: string; email: string; role: MemberRole }[]
  publishers: { handle: string; displayName: string }[]
  keys: number
  automations: number
}

export async function findOrganisationProfile(db: Database, id: string): Promise<OrganisationProfile | null> {
  const row = await db.organisation.findUnique({
    where: { id },
    select: {
      id: true,
      name: true,
      personalOfId: true,
      createdAt: true,
      members: {
        select: { role: true, user: { select: { id: true, name: true, email: true } } },
        orderBy: { createdAt: 'asc' },
      },
      publisher: { select: { handle: true, displayName: true }, orderBy: { handle: 'asc' } },
      _count: { select: { apiKeys: { where: { revokedAt: null } }, automations: true } },
    },
  })
  if (!row) return null
  const { personalOfId, members, publisher: publishers, _count, ...rest } = row
  return {
    ...rest,
    publishers,
    isPersonal: personalOfId !== null,
    members: members.map(({ role, user: { id: userId, name, email } }) => ({ userId, name, email, role })),
    keys: _count.apiKeys,
    automations: _count.automations,
  }
}

export type OwnedPage = 'planRun' | 'plan' | 'skillSet'

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

export async function findOrganisationName(db: Database | Tx, id: string): Promise<string> {
  const organisation = await db.organisation.findUnique({ where: { id }, select: { name: true } })
  return organisation?.name ?? ''
}

/** Holds other callers of this function until the transaction ends, so that they do not exceed a limit together. */
export async function lockOrganisation(tx: Tx, organisationId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM "Organisation" WHERE id = ${organisationId} FOR UPDATE`
}

/** Returns the minimum age of versions in hours; 0 for that of the site. */
export async function findVersionAge(db: Database | Tx, id: string): Promise<number> {
  const row = await db.organisation.findUnique({ where: { id }, select: { versionAgeHours: true } })
  return row?.versionAgeHours ?? 0
}

export async function saveVersionAge(tx: Tx, id: string, versionAgeHours: number): Promise<void> {
  await tx.organisation.update({ where: { id }, data: { versionAgeHours }, select: { id: true } })
}
