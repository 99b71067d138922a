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
  actorId?: string
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

type Forgotten = {
  userId: string
  email: string
  /** Of the person and of the personal organisation. */
  names: string[]
  personalOrganisationId: string
  organisationIds: string[]
}

const DELETED_USER = 'Deleted user'

/**
 * Replaces the names and addresses of a person whose account is deleted, in what they did and what was done to them. What
 * happened, and when, stays.
 */
export async function forgetPersonInAudit(tx: Tx, person: Forgotten): Promise<void> {
  const { userId, personalOrganisationId } = person
  await tx.auditEvent.updateMany({ where: { actorId: userId }, data: { actorName: DELETED_USER } })
  await tx.auditEvent.updateMany({
    where: { subjectType: 'person', subjectId: userId },
    data: { subject: DELETED_USER },
  })
  // Their former addresses, devices and network addresses.
  await tx.auditEvent.updateMany({
    where: { subjectId: userId, action: { in: ['person.sign_in', 'person.change_email'] } },
    data: { data: {} },
  })
  await tx.auditEvent.updateMany({
    where: { subjectType: { in: ['organisation', 'money'] }, subjectId: personalOrganisationId },
    data: { subject: 'Deleted organisation' },
  })
  await forgetNamesInData(tx, person)
}

/** The keys in the data of an event under which a person's name or address, or the name of an organisation, is stored. */
const NAME_KEYS = ['by', 'displayName', 'member', 'organisation', 'support']

/** In these events, `from` and `to` are names too; in others they are roles, prices, dates or settings. */
const RENAMING_ACTIONS = [
  'organisation.rename',
  'transfer.offer',
  'transfer.accept',
  'transfer.decline',
  'transfer.cancel',
]

const MEMBER_ACTIONS = ['member.join', 'member.role', 'member.remove', 'member.leave']

async function forgetNamesInData(tx: Tx, person: Forgotten): Promise<void> {
  const { userId, email, personalOrganisationId } = person
  const names = new Set([email, ...person.names])
  const quoted = [...names].map((name) => JSON.stringify(name))
  const hasName = sql.join(
    quoted.map((name) => sql`strpos("data"::text, ${name}::text) > 0`),
    ' OR ',
  )
  const organisations = [personalOrganisationId, ...person.organisationIds]
  // Events about a member hold the member's id. Those of earlier releases do not, and are found by the name alone.
  const rows = await tx.$queryRaw<{ id: string; action: string; data: JsonObject }[]>`
    SELECT "id", "action", "data" FROM "AuditEvent"
    WHERE (${hasName}) AND ("actorId" = ${userId}
      OR ("subjectType" = 'person' AND "subjectId" = ${userId})
      OR ("subjectType" IN ('organisation', 'money') AND "subjectId" = ${personalOrganisationId})
      OR ("action" = ANY(${MEMBER_ACTIONS}) AND CASE
        WHEN strpos("data"::text, '"memberId"') > 0 THEN strpos("data"::text, ${JSON.stringify(userId)}::text) > 0
        ELSE "subjectId" = ANY(${organisations}) END))`
  for (const { id, action, data } of rows)
    await tx.auditEvent.update({ where: { id }, data: { data: withoutNames(action, data, names) } })
}

function withoutNames(action: string, data: JsonObject, names: ReadonlySet<unknown>): JsonObject {
  const keys = RENAMING_ACTIONS.includes(action) ? [...NAME_KEYS, 'from', 'to'] : NAME_KEYS
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      keys.includes(key) && names.has(value) ? DELETED_USER : value,
    ]),
  )
}

/** Returns the newest event of the action on one subject; null if there is none. */
export function findLatestEvent(
  db: Database | Tx,
  where: { subjectType: AuditSubject; subjectId: string; action: AuditAction },
): Promise<{ id: string; at: Date; actorId: string | null; data: unknown } | null> {
  return db.auditEvent.findFirst({
    where,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true, at: true, actorId: true, data: true },
  })
}

const MAX_ACTIONS = 500

export function listAuditActions(db: Database | Tx): Promise<string[]> {
  const rows = sql`"AuditEvent" WHERE true`
  return distinctValues(db, { column: sql`"action"`, rows, take: MAX_ACTIONS })
}

function toWhere(filters: AuditEventFilter): Prisma.AuditEventWhereInput {
  const { action, actorId, actor, subject, subjectType, subjectId, from, until } = filters
  return {
    ...(actorId && { actorId }),
    ...(action && { action: action.endsWith('.') ? { startsWith: action } : action }),
    ...(actor && { actorName: { contains: actor, mode: 'insensitive' as const } }),
    ...(subject && { subject: { contains: subject, mode: 'insensitive' as const } }),
    ...(subjectType && { subjectType }),
    ...(subjectId && { subjectId }),
    ...((from || until) && { at: { gte: from, lt: until } }),
  }
}
