import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { ACTIVE_RESTRICTIONS } from '../../settings/rows/restriction-rows.ts'

type NewReport = { skillSetId: string; userId: string; reason: string; message: string }

/** Returns null if this person has an open report. */
export async function insertReport(tx: Tx, report: NewReport): Promise<string | null> {
  // A violated unique index would abort the caller's transaction.
  const [made] = await tx.report.createManyAndReturn({
    data: [report],
    skipDuplicates: true,
    select: { id: true },
  })
  return made?.id ?? null
}

const fields = {
  id: true,
  reason: true,
  message: true,
  createdAt: true,
  closedAt: true,
  answer: true,
  userId: true,
  user: { select: { name: true } },
  skillSet: {
    select: {
      id: true,
      name: true,
      slug: true,
      publisher: { select: { handle: true } },
      restrictions: ACTIVE_RESTRICTIONS,
    },
  },
} satisfies Prisma.ReportSelect

type ReportRow = Prisma.ReportGetPayload<{ select: typeof fields }>

export function listReportRows(
  db: Database | Tx,
  { isOpen, take }: { isOpen: boolean; take: number },
): Promise<ReportRow[]> {
  return db.report.findMany({
    where: { closedAt: isOpen ? null : { not: null } },
    select: fields,
    orderBy: isOpen ? [{ createdAt: 'asc' }, { id: 'asc' }] : [{ closedAt: 'desc' }, { id: 'desc' }],
    take,
  })
}

export function countOpenReports(db: Database | Tx): Promise<number> {
  return db.report.count({ where: { closedAt: null } })
}

export async function findReport(db: Database | Tx, id: string): Promise<ReportRow | null> {
  return isStorable(id) ? db.report.findUnique({ where: { id }, select: fields }) : null
}

export async function closeReportRow(
  tx: Tx,
  { id, ...data }: { id: string; closedAt: Date; closedById: string; answer: string },
): Promise<boolean> {
  return (await tx.report.updateMany({ where: { id, closedAt: null }, data })).count === 1
}
