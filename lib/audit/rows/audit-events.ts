import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { distinctValues, sql } from '../../kernel/db/sql.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import type { AuditAction, AuditSubject } from '../model/audit-terms.ts'

type NewAuditEvent = {
  actorId: string | null
  actorName: string
  action: AuditAction
  subjectType: AuditSubject
  subjectId: string
  subject: string
  data: JsonObject
}

/** Also events of earlier versions. */
export type AuditRow = Omit<NewAuditEvent, 'action' | 'subjectType'> & {
  id: string
  at: Date
  action: string
  subjectType: string
}

export type AuditEventFilter = {
  action?: string
  actor?: string
  subject?: string
  subjectType?: AuditSubject
  subjectId?: string
  from?: Date
  until?: Date
}

export async function insertAuditEvent(tx: Tx, event: NewAuditEvent): Promise<void> {
  await tx.auditEvent.create({ data: event })
}

export async function listAuditEvents(
  db: Database | Tx,
  filters: AuditEventFilter,
  page: { after?: string; take: number },
): Promise<AuditRow[]> {
  const rows = await db.auditEvent.findMany({
    where: toWhere(filters),
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: page.take,
    ...(page.after && { cursor: { id: page.after }, skip: 1 }),
  })
  return rows.map((row) => ({ ...row, data: row.data as JsonObject }))
}

const MAX_ACTIONS = 500

export function listAuditActions(db: Database | Tx): Promise<string[]> {
  const rows = sql`"AuditEvent" WHERE true`
  return distinctValues(db, { column: sql`"action"`, rows, take: MAX_ACTIONS })
}

function toWhere(filters: AuditEventFilter): Prisma.AuditEventWhereInput {
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
