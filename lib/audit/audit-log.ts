/** Audit events never change, and only admins read them. */

import { type Context, requireAdmin, type Viewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { toStorable } from '../kernel/validation/storable.ts'
import { CursorField } from '../kernel/validation/text-fields.ts'
import type { AuditAction, AuditSubject } from './model/audit-terms.ts'
import {
  type AuditEventFilter,
  type AuditRow,
  insertAuditEvent,
  listAuditActions,
  listAuditEvents,
} from './rows/audit-events.ts'

type AuditRecord = {
  actor: Pick<Viewer, 'userId' | 'name'> | null
  action: AuditAction
  subjectType: AuditSubject
  subjectId: string
  subject: string
  /** Must not contain a secret. */
  data?: JsonObject
}

/** Call it in the transaction of the action. */
export function recordAudit(tx: Tx, { actor, data = {}, ...record }: AuditRecord): Promise<void> {
  const actorName = actor?.name ?? 'Guildhall'
  const subject = toStorable(record.subject)
  return insertAuditEvent(tx, { ...record, subject, actorId: actor?.userId ?? null, actorName, data })
}

export type AuditLine = Omit<AuditRow, 'at'> & { atMs: number }

type AuditPage = {
  lines: AuditLine[]
  actions: string[]
  nextCursor: string | null
}

const PAGE_SIZE = 50

export async function listAudit(
  ctx: Context,
  filters: AuditEventFilter = {},
  after?: string,
): Promise<AuditPage> {
  requireAdmin(ctx)
  const rows = await listAuditEvents(ctx.db, filters, {
    after: CursorField.parse(after),
    take: PAGE_SIZE + 1,
  })
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    lines: shown.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() })),
    actions: await listAuditActions(ctx.db),
    nextCursor: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}
