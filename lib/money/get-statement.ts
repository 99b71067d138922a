import { z } from 'zod'
import { listKeyChains } from '../auth/rows/key-budgets.ts'
import { type Context, requireScope, requireViewer } from '../context/context.ts'
import { formatMicros } from '../kernel/money.ts'
import { csvLine } from '../kernel/text/csv.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { DayField } from '../kernel/validation/text-fields.ts'
import {
  STATEMENT_LINE_LABELS,
  STATEMENTS,
  type StatementAccount,
  statementLineLabel,
} from './model/statement-labels.ts'
import { listStatement, type StatementRow, type TransferKind } from './rows/ledger.ts'

export type StatementLine = {
  id: string
  kind: TransferKind
  amount: string
  balanceAfter: string
  note: string
  runId: string | null
  skillName: string | null
  /** The names of the run’s API key and of those that it was minted from, the first one first; only in a wallet. */
  keys?: string[]
  atMs: number
  /** True if the run has ended and its whole hold was captured. */
  isPaid: boolean
  /** True if the run bought the text of instructions. */
  isPurchase?: boolean
}

export type StatementPage = {
  lines: StatementLine[]
  nextCursor: string | null
}

const PAGE_SIZE = 50
/** The most lines of a CSV file, enough for a busy organisation's year. */
const MAX_CSV_LINES = 20_000

const Day = DayField.optional().catch(undefined)
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

/** Returns a page, newest first; omits invalid filters. Throws UNAUTHENTICATED, POLICY_DENIED (scope). */
export async function getStatement(
  ctx: Context,
  of: StatementAccount,
  query: StatementQuery = {},
): Promise<StatementPage> {
  const rows = await read(ctx, of, query, PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const chains = await findChains(ctx, of, shown)
  return {
    lines: shown.map((row) => asLine(row, chains)),
    nextCursor: last && rows.length > PAGE_SIZE ? String(last.id) : null,
  }
}

const Of = z.object({ of: z.enum(STATEMENTS, 'Choose “wallet” or “earnings”.') })

/** Returns a statement as CSV, newest first and at most `MAX_CSV_LINES`. Throws UNAUTHENTICATED, INVALID_INPUT. */
export async function writeStatement(
  ctx: Context,
  wanted: unknown,
  query: StatementQuery = {},
): Promise<string> {
  const { of } = parseFields(Of, { of: wanted })
  const rows = await read(ctx, of, query, MAX_CSV_LINES)
  const chains = await findChains(ctx, of, rows)
  const lines = rows.map((row) => [
    row.at.toISOString(),
    statementLineLabel(of, row),
    formatMicros(row.amountMicros),
    formatMicros(row.balanceAfterMicros),
    row.runId ?? '',
    row.skillName ?? '',
    row.note,
    (chains.get(row.keyId ?? '') ?? []).join(' → '),
  ])
  return [['when', 'what', 'amount_usdc', 'balance_usdc', 'run', 'skill', 'note', 'keys'], ...lines]
    .map(csvLine)
    .join('')
}

/** Returns the keys by id. Whose key ran a skill is not told to its publisher. */
function findChains({ db }: Context, of: StatementAccount, rows: readonly StatementRow[]) {
  const ids = of === 'wallet' ? rows.flatMap(({ keyId }) => keyId ?? []) : []
  return ids.length > 0 ? listKeyChains(db, [...new Set(ids)]) : new Map<string, string[]>()
}

async function read(
  ctx: Context,
  of: StatementAccount,
  query: StatementQuery,
  take: number,
): Promise<StatementRow[]> {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read')
  const { kind, from, to, after } = Filter.parse(query)
  const isKind = kind !== undefined && Object.hasOwn(STATEMENT_LINE_LABELS[of], kind)
  return listStatement(ctx.db, {
    account: `${of}:${organisationId}`,
    ...(isKind && { kinds: [kind as TransferKind] }),
    ...(from && { from: new Date(`${from}T00:00:00.000Z`) }),
    ...(to && { to: new Date(`${to}T23:59:59.999Z`) }),
    ...(after && { before: BigInt(after) }),
    take,
  })
}

function asLine(
  { id, amountMicros, balanceAfterMicros, at, keyId, ...row }: StatementRow,
  chains: ReadonlyMap<string, string[]>,
): StatementLine {
  const keys = chains.get(keyId ?? '')
  return {
    ...row,
    ...(keys && { keys }),
    id: String(id),
    amount: formatMicros(amountMicros),
    balanceAfter: formatMicros(balanceAfterMicros),
    atMs: at.getTime(),
  }
}
