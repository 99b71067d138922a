import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import type { AppealKind, AppealOutcome } from '../model/appeal-kinds.ts'

const include = {
  skillSet: {
    select: {
      id: true,
      slug: true,
      name: true,
      publisher: { select: { handle: true, organisationId: true } },
    },
  },
} satisfies Prisma.AppealInclude

export type AppealRow = Prisma.AppealGetPayload<{ include: typeof include }>

type NewAppeal = {
  kind: AppealKind
  subjectId: string
  decisionId: string
  subject: string
  skillSetId: string
  decidedById: string
  alsoDecidedById: string | null
  decisionReason: string
  decidedAt: Date
  text: string
  openedById: string
  openedByName: string
}

/** Returns the id; null if there was an appeal against the decision already. */
export async function insertAppeal(tx: Tx, appeal: NewAppeal): Promise<string | null> {
  const [created] = await tx.appeal.createManyAndReturn({
    data: [appeal],
    skipDuplicates: true,
    select: { id: true },
  })
  return created?.id ?? null
}

export async function findAppeal(db: Database | Tx, id: string): Promise<AppealRow | null> {
  return isStorable(id) ? db.appeal.findUnique({ where: { id }, include }) : null
}

/** Returns the appeal against a decision, or the last one on its subject if the decision is no longer in force. */
export function findAppealAgainst(
  db: Database | Tx,
  { kind, subjectId, decisionId }: { kind: AppealKind; subjectId: string; decisionId: string | null },
): Promise<AppealRow | null> {
  return db.appeal.findFirst({
    where: { kind, ...(decisionId === null ? { subjectId } : { decisionId }) },
    include,
    orderBy: { openedAt: 'desc' },
  })
}

/** Returns the appeal against a recall that waits for its decision; null if there is none. */
export function findOpenAppealAgainstRecall(tx: Tx, recallId: string): Promise<AppealRow | null> {
  return tx.appeal.findFirst({ where: { kind: 'recall', subjectId: recallId, outcome: null }, include })
}

export type AppealClosing = {
  outcome: AppealOutcome
  reason: string | null
  closedById: string
  closedByName: string
  isBySameAdmin?: boolean
}

/** Returns false if the appeal is closed already. */
export async function closeAppeal(tx: Tx, id: string, closing: AppealClosing): Promise<boolean> {
  const data = { ...closing, closedAt: new Date() }
  const { count } = await tx.appeal.updateMany({ where: { id, outcome: null }, data })
  return count === 1
}

/** Returns the open appeals, oldest first, or the closed ones, latest first. */
export function listAppealRows(
  db: Database | Tx,
  { isOpen, take }: { isOpen: boolean; take: number },
): Promise<AppealRow[]> {
  return db.appeal.findMany({
    where: { outcome: isOpen ? null : { not: null } },
    include,
    orderBy: isOpen ? [{ openedAt: 'asc' }, { id: 'asc' }] : [{ closedAt: 'desc' }, { id: 'desc' }],
    take,
  })
}

export function countOpenAppeals(db: Database | Tx): Promise<number> {
  return db.appeal.count({ where: { outcome: null } })
}

/** Returns how many appeals were decided since the instant, and how many of them overturned the decision. */
export async function countDecidedAppeals(
  db: Database | Tx,
  since: Date,
): Promise<{ decided: number; overturned: number }> {
  const closedAt = { gte: since }
  const [decided, overturned] = await Promise.all([
    db.appeal.count({ where: { outcome: { in: ['upheld', 'overturned'] }, closedAt } }),
    db.appeal.count({ where: { outcome: 'overturned', closedAt } }),
  ])
  return { decided, overturned }
}

/** Returns the admins who can sign in and are no members of the organisation. */
export async function listIndependentAdmins(
  db: Database | Tx,
  { organisationId }: { organisationId: string },
): Promise<string[]> {
  const rows = await db.user.findMany({
    where: {
      role: 'ADMIN',
      memberships: { none: { organisationId } },
      restrictions: { none: { endedAt: null } },
    },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}
