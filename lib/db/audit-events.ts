/** Who did what to what: rows are added and read, never changed. Floor 1. */
import type { JsonObject } from '../contract/json/json.ts'
import type { Database, Tx } from './client.ts'
import type { Prisma } from './generated/client.ts'

export type NewAuditEvent = {
  /** Null when the system acted by itself. */
  actorId: string | null
  actorName: string
  action: string
  subjectType: string
  subjectId: string
  subject: string
  data: JsonObject
}

export type AuditRow = Omit<NewAuditEvent, 'data'> & { id: string; at: Date; data: JsonObject }

export type AuditFilters = {
  /** "version.approve", or every action of a kind: "version." */
  action?: string
  /** Part of a person's name. */
  actor?: string
  /** Part of what it was done to. */
  subject?: string
  subjectType?: string
  subjectId?: string
  from?: Date
  /** Exclusive. */
  until?: Date
}

export async function insertAuditEvent(tx: Tx, event: NewAuditEvent): Promise<void> {
  await tx.auditEvent.create({ data: event })
}

/** One page, newest first. `after` is the id of the last row already seen. */
export async function listAuditEvents(
  db: Database | Tx,
  filters: AuditFilters,
  page: { after?: string; take: number },
): Promise<AuditRow[]> {
  const rows = await db.auditEvent.findMany({
    where: whereOf(filters),
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: page.take,
    ...(page.after && { cursor: { id: page.after }, skip: 1 }),
  })
  // Only `insertAuditEvent` writes the column, and it takes an object.
  return rows.map((row) => ({ ...row, data: row.data as JsonObject }))
}

/** Every action that was ever recorded, for the filter's list. */
export async function listAuditActions(db: Database | Tx): Promise<string[]> {
  const rows = await db.auditEvent.findMany({
    distinct: ['action'],
    select: { action: true },
    orderBy: { action: 'asc' },
  })
  return rows.map(({ action }) => action)
}

function whereOf(filters: AuditFilters): Prisma.AuditEventWhereInput {
  const { action, actor, subject, subjectType, subjectId, from, until } = filters
  return {
    ...(action && { action: action.endsWith('.') ? { startsWith: action } : action }),
    ...(actor && { actorName: { contains: actor, mode: 'insensitive' as const } }),
    ...(subject && { subject: { contains: subject, mode: 'insensitive' as const } }),
    ...(subjectType && { subjectType }),
    ...(subjectId && { subjectId }),
    ...((from || until) && { at: { gte: from, lt: until } }),
  }
}
