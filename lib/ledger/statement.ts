/**
 * Statements: what moved an organisation's wallet or its earnings. Floor 3; every member may read them.
 */
import { z } from 'zod'
import { type Context, requireScope, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { amountOf } from '../contract/money/money.ts'
import { LINE_WORDS, lineWord, STATEMENTS, type StatementOf } from '../contract/money/statement-words.ts'
import type { TransferKind } from '../db/ledger.ts'
import { listStatement, type StatementRow } from '../db/statements.ts'

export type StatementLine = {
  id: string
  kind: string
  /** Decimal USDC; negative for what went out. */
  amount: string
  balanceAfter: string
  note: string
  runId: string | null
  skillName: string | null
  atMs: number
  /** Put aside for a run that has ended, and none of it came back. */
  isPaid: boolean
}

export type StatementPage = {
  lines: StatementLine[]
  /** Null on the last page. */
  nextCursor: string | null
}

const PAGE_SIZE = 50
/** Of a CSV: a year of a busy organisation. */
const MAX_CSV_LINES = 20_000

const Day = z.iso.date().optional().catch(undefined)
/** Whatever the URL says; what is no filter is none. */
const Filter = z.object({
  kind: z.string().optional().catch(undefined),
  from: Day,
  to: Day,
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
})

export type StatementQuery = { kind?: string; from?: string; to?: string; after?: string }

/** One page, newest first. Throws UNAUTHENTICATED. */
export async function getStatement(
  ctx: Context,
  of: StatementOf,
  query: StatementQuery = {},
): Promise<StatementPage> {
  const rows = await read(ctx, of, query, PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    lines: shown.map(asLine),
    nextCursor: last && rows.length > PAGE_SIZE ? String(last.id) : null,
  }
}

const Of = z.object({ of: z.enum(STATEMENTS, 'There are statements of wallet and earnings.') })

/** All that the filter lets through, as a table for spreadsheets. Throws UNAUTHENTICATED, INVALID_INPUT. */
export async function writeStatement(
  ctx: Context,
  wanted: unknown,
  query: StatementQuery = {},
): Promise<string> {
  const { of } = parseWith(Of, { of: wanted })
  const rows = await read(ctx, of, query, MAX_CSV_LINES)
  const lines = rows.map((row) => [
    row.at.toISOString(),
    lineWord(of, row),
    amountOf(row.amountMicros),
    amountOf(row.balanceAfterMicros),
    row.runId ?? '',
    row.skillName ?? '',
    row.note,
  ])
  return [['when', 'what', 'amount_usdc', 'balance_usdc', 'run', 'skill', 'note'], ...lines]
    .map(csvLine)
    .join('')
}

async function read(
  ctx: Context,
  of: StatementOf,
  query: StatementQuery,
  take: number,
): Promise<StatementRow[]> {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read')
  const { kind, from, to, after } = Filter.parse(query)
  const isKind = kind !== undefined && Object.hasOwn(LINE_WORDS[of], kind)
  return listStatement(ctx.db, {
    account: `${of}:${organisationId}`,
    ...(isKind && { kinds: [kind as TransferKind] }),
    ...(from && { from: new Date(`${from}T00:00:00.000Z`) }),
    ...(to && { to: new Date(`${to}T23:59:59.999Z`) }),
    ...(after && { before: BigInt(after) }),
    take,
  })
}

function asLine({ id, amountMicros, balanceAfterMicros, at, ...row }: StatementRow): StatementLine {
  return {
    ...row,
    id: String(id),
    amount: amountOf(amountMicros),
    balanceAfter: amountOf(balanceAfterMicros),
    atMs: at.getTime(),
  }
}

/** RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it; amounts are none. */
function csvLine(cells: string[]): string {
  const written = cells.map((cell) => {
    const safe = /^[=+@\t\r-]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(',')}\r\n`
}
