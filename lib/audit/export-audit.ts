import { z } from 'zod'
import { type Context, requireAdmin } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { csvLine } from '../kernel/text/csv.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { countAttempt } from '../settings/rows/rate-limits.ts'
import { parseAuditQuery, parseInstants } from './audit-query.ts'
import { type AuditEventFilter, type AuditRow, listAuditEvents } from './rows/audit-events.ts'

const PAGE = 500
export const AUDIT_EXPORTS = { name: 'audit-export', points: 10, seconds: 60 }
const Format = z.object({ format: z.enum(['csv', 'jsonl'], 'Choose “csv” or “jsonl”.') })

const COLUMNS = ['at', 'actorId', 'actor', 'action', 'subjectType', 'subjectId', 'subject', 'data'] as const

/**
 * Returns the events that match the filters of the page, newest first, as lines of CSV or of JSON, which are read from
 * the database while they are sent. Throws UNAUTHENTICATED, POLICY_DENIED, INVALID_INPUT for another format, and
 * RATE_LIMIT_EXCEEDED.
 */
export async function exportAudit(
  ctx: Context,
  params: URLSearchParams,
): Promise<{ lines: AsyncIterable<string>; contentType: string; name: string }> {
  const { userId } = requireAdmin(ctx)
  const { format } = parseFields(Format, { format: params.get('format') })
  const retryAfter = await countAttempt(ctx.db, AUDIT_EXPORTS, userId)
  if (retryAfter > 0) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter })
  const { from, to, ...filters } = parseAuditQuery(params)
  const pages = readPages(ctx.db, { ...filters, ...parseInstants({ from, to }) })
  return format === 'csv'
    ? { lines: toCsv(pages), contentType: 'text/csv; charset=utf-8', name: 'guildhall-audit.csv' }
    : { lines: toJsonLines(pages), contentType: 'application/x-ndjson', name: 'guildhall-audit.jsonl' }
}

async function* readPages(db: Database, filters: AuditEventFilter): AsyncGenerator<AuditRow[]> {
  let after: string | undefined
  do {
    const rows = await listAuditEvents(db, filters, { after, take: PAGE })
    yield rows
    after = rows.length === PAGE ? rows.at(-1)?.id : undefined
  } while (after !== undefined)
}

async function* toCsv(pages: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  yield csvLine([...COLUMNS])
  for await (const rows of pages) yield rows.map((row) => csvLine(COLUMNS.map(cellOf(row)))).join('')
}

function cellOf(row: AuditRow): (column: (typeof COLUMNS)[number]) => string {
  const record = toRecord(row)
  return (column) => {
    const value = record[column]
    return typeof value === 'string' ? value : JSON.stringify(value ?? '')
  }
}

async function* toJsonLines(pages: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(toRecord(row))}\n`).join('')
}

function toRecord({ id, at, actorId, actorName, action, subjectType, subjectId, subject, data }: AuditRow) {
  return {
    ...{ id, at: at.toISOString(), actorId: actorId ?? '', actor: actorName, action },
    ...{ subjectType, subjectId, subject, data },
  }
}
