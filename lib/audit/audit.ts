/**
 * The audit log: who did what to what, and when.
 *
 * Floor 3. An act and its line are written in one transaction, so neither exists without the other. Lines
 * are never changed; only admins read them.
 */
import { type Context, requireAdmin, type Viewer } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { toStorable } from '../contract/json/storable.ts'
import { Cursor } from '../contract/market/sent-text.ts'
import {
  type AuditFilters,
  type AuditRow,
  insertAuditEvent,
  listAuditActions,
  listAuditEvents,
} from '../db/audit-events.ts'
import type { Tx } from '../db/client.ts'

export type AuditRecord = {
  /** Null when the system acts by itself. */
  actor: Pick<Viewer, 'userId' | 'name'> | null
  /** What was done to what kind of thing: "version.approve". */
  action: string
  subjectType: string
  subjectId: string
  /** What a person reads: "guildhall.text_tools 1.0.0". */
  subject: string
  /** Whatever explains it later. Never a secret. */
  data?: JsonObject
}

/** Adds a line, inside the transaction of the act it tells of. */
export function recordAudit(tx: Tx, { actor, data = {}, ...record }: AuditRecord): Promise<void> {
  const actorName = actor?.name ?? 'Guildhall'
  const subject = toStorable(record.subject)
  return insertAuditEvent(tx, { ...record, subject, actorId: actor?.userId ?? null, actorName, data })
}

export type AuditLine = Omit<AuditRow, 'at'> & { atMs: number }

export type AuditPage = {
  lines: AuditLine[]
  /** Every action there is a line of. */
  actions: string[]
  /** Pass as `after` for the next page; null on the last. */
  nextCursor: string | null
}

const PAGE_SIZE = 50

/** One page of the log, newest first. Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but admins. */
export async function listAudit(
  ctx: Context,
  filters: AuditFilters = {},
  after?: string,
): Promise<AuditPage> {
  requireAdmin(ctx)
  // One more than a page shows tells whether there is another.
  const rows = await listAuditEvents(ctx.db, filters, { after: Cursor.parse(after), take: PAGE_SIZE + 1 })
  const shown = rows.slice(0, PAGE_SIZE)
  return {
    lines: shown.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() })),
    actions: await listAuditActions(ctx.db),
    nextCursor: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}
