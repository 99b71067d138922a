/** The database enforces the rules (migration "ledger"). Accounts are locked in the order of their ids. */

import type { TransferKind } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'

export type { TransferKind }

/**
 * `payable` holds earnings from the request of a payout until it is decided. `debt` is at most 0: what a publisher owes
 * after a recall.
 */
type OwnAccount = 'wallet' | 'hold' | 'earnings' | 'payable' | 'debt'
type PlatformAccount = 'fee' | 'grant' | 'promotion' | 'payout'

/** Such as "wallet:<organisation>" or "fee". */
export type AccountId = `${OwnAccount}:${string}` | PlatformAccount

export type Posting = {
  account: AccountId
  amountMicros: bigint
  runId?: string
}

export type NewTransfer = {
  kind: TransferKind
  /** A run has at most one hold, settlement and refund. */
  runId?: string
  /** Identifies a transfer that is of no run, so that it is posted once. */
  reference?: string
  note?: string
  actorId?: string
  lines: Posting[]
}

/** Returns false if this transfer of the run or reference was already posted. */
export async function postTransfer(tx: Tx, transfer: NewTransfer): Promise<boolean> {
  const { kind, runId = null, reference = null, note = '', actorId = null } = transfer
  const lines = transfer.lines
    .filter(({ amountMicros }) => amountMicros !== 0n)
    .toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0))
  await openAccounts(tx, [...new Set(lines.map(({ account }) => account))])
  const [posted] = await tx.ledgerTransfer.createManyAndReturn({
    data: [{ kind, runId, reference, note, actorId }],
    skipDuplicates: true,
    select: { id: true },
  })
  if (!posted) return false
  // A trigger locks the account of each line.
  const rows = lines.map(
    ({ account, amountMicros, runId: ofRun }) =>
      sql`(${posted.id}, ${account}, ${amountMicros}::bigint, ${ofRun ?? runId})`,
  )
  await tx.$executeRaw`
    INSERT INTO "LedgerLine" ("transferId", "accountId", "amountMicros", "runId") VALUES ${sql.join(rows)}`
  return true
}

async function openAccounts(tx: Tx, ids: AccountId[]): Promise<void> {
  const rows = ids.map((id) => {
    const [kind, organisationId = null] = id.split(':')
    return sql`(${id}, ${kind}::"LedgerKind", ${organisationId})`
  })
  await tx.$executeRaw`
    INSERT INTO "LedgerAccount" ("id", "kind", "organisationId") VALUES ${sql.join(rows)} ON CONFLICT DO NOTHING`
}

/**
 * Locks the wallet and returns its balance. The hold account is locked first, in the order of ids, so that two
 * transactions cannot deadlock.
 */
export async function lockWallet(tx: Tx, organisationId: string): Promise<bigint> {
  const hold: AccountId = `hold:${organisationId}`
  const wallet: AccountId = `wallet:${organisationId}`
  // The rows exist before any is locked: a row inserted later would be locked out of order.
  await openAccounts(tx, [hold, wallet])
  const rows = await tx.$queryRaw<{ id: string; balanceMicros: bigint }[]>`
    SELECT "id", "balanceMicros" FROM "LedgerAccount" WHERE "id" IN (${hold}, ${wallet})
    ORDER BY "id" FOR NO KEY UPDATE`
  return rows.find(({ id }) => id === wallet)?.balanceMicros ?? 0n
}

export async function lockAccount(tx: Tx, id: AccountId): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ balanceMicros: bigint }[]>`
    SELECT "balanceMicros" FROM "LedgerAccount" WHERE "id" = ${id} FOR NO KEY UPDATE`
  return row?.balanceMicros ?? 0n
}

/** The reference of a refund of one run by a recall: the runs that it called may be refunded by an admin, too. */
export function recallRefundReference(runId: string): string {
  return `recall:${runId}`
}

/** Returns those of the runs that have a refund of their own. */
export async function listRefundedRuns(db: Database | Tx, runIds: readonly string[]): Promise<Set<string>> {
  const byReference = new Map(runIds.map((runId) => [recallRefundReference(runId), runId]))
  const rows = await db.ledgerTransfer.findMany({
    where: {
      kind: 'refund',
      OR: [{ runId: { in: [...runIds] } }, { reference: { in: [...byReference.keys()] } }],
    },
    select: { runId: true, reference: true },
  })
  return new Set(rows.flatMap(({ runId, reference }) => runId ?? byReference.get(reference ?? '') ?? []))
}

export async function listTransferLines(
  db: Database | Tx,
  { runId, kind }: { runId: string; kind: TransferKind },
): Promise<Posting[]> {
  const rows = await db.ledgerLine.findMany({
    where: { transfer: { runId, kind } },
    select: { accountId: true, amountMicros: true, runId: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ accountId, amountMicros, runId: ofRun }) => ({
    account: accountId as AccountId,
    amountMicros,
    ...(ofRun && { runId: ofRun }),
  }))
}

/** Returns 0 for unused accounts. The platform's accounts store no balance. */
export async function findBalances<Id extends AccountId>(
  db: Database | Tx,
  ids: readonly Id[],
): Promise<Record<Id, bigint>> {
  const rows = await db.ledgerAccount.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, balanceMicros: true },
  })
  const found = new Map(rows.map((row) => [row.id, row.balanceMicros]))
  return Object.fromEntries(ids.map((id) => [id, found.get(id) ?? 0n])) as Record<Id, bigint>
}

/** The sum of all lines must be zero. */
export async function sumLedger(
  db: Database | Tx,
): Promise<{ total: bigint; platform: Record<PlatformAccount, bigint> }> {
  const rows = await db.$queryRaw<{ id: PlatformAccount | null; sum: bigint | null }[]>`
    SELECT CASE WHEN "accountId" LIKE '%:%' THEN NULL ELSE "accountId" END AS "id", sum("amountMicros")::bigint AS "sum"
    FROM "LedgerLine" GROUP BY 1`
  const platform = { fee: 0n, grant: 0n, promotion: 0n, payout: 0n }
  for (const { id, sum } of rows) if (id) platform[id] = sum ?? 0n
  return { total: rows.reduce((total, { sum }) => total + (sum ?? 0n), 0n), platform }
}

type StatementFilter = {
  account: AccountId
  kinds?: readonly TransferKind[]
  from?: Date
  to?: Date
  before?: bigint
  take: number
}

export type StatementRow = {
  id: bigint
  kind: TransferKind
  amountMicros: bigint
  balanceAfterMicros: bigint
  note: string
  runId: string | null
  skillName: string | null
  /** The API key of the run. */
  keyId: string | null
  at: Date
  isPaid: boolean
  /** The run bought the text of instructions. */
  isPurchase: boolean
}

export function listStatement(db: Database | Tx, filter: StatementFilter): Promise<StatementRow[]> {
  const { account, kinds, from, to, before, take } = filter
  const conditions = [
    sql`line."accountId" = ${account}`,
    ...(kinds ? [sql`transfer."kind"::text = ANY(${[...kinds]})`] : []),
    ...(from ? [sql`line."createdAt" >= ${from}`] : []),
    ...(to ? [sql`line."createdAt" <= ${to}`] : []),
    ...(before !== undefined ? [sql`line."id" < ${before}`] : []),
  ]
  return db.$queryRaw<StatementRow[]>`
    SELECT line."id", transfer."kind"::text AS "kind", line."amountMicros", line."balanceAfterMicros",
      transfer."note", line."runId", run."skillName", run."keyId", line."createdAt" AS "at",
      transfer."kind" = 'hold' AND settled."id" IS NOT NULL AND NOT EXISTS (
        SELECT FROM "LedgerLine" back WHERE back."transferId" = settled."id" AND back."accountId" = line."accountId"
      ) AS "isPaid",
      coalesce(run."terms" = 'purchase', false) AS "isPurchase"
    FROM "LedgerLine" line JOIN "LedgerTransfer" transfer ON transfer."id" = line."transferId"
    LEFT JOIN "Run" run ON run."id" = line."runId"
    LEFT JOIN "LedgerTransfer" settled ON settled."runId" = transfer."runId" AND settled."kind" = 'settle'
    WHERE ${sql.join(conditions, ' AND ')} ORDER BY line."id" DESC LIMIT ${take}`
}

// The hold and the charge of a root include its children.
const COST = sql`coalesce("capturedMicros", "holdMicros")`
const MAY_COST = sql`"holdMicros" > 0`

/** With `keyId`, sums the runs of that key and of those minted from it. */
export async function sumSpending(
  db: Database | Tx,
  { organisationId, keyId, since }: { organisationId: string; keyId?: string; since: Date },
): Promise<bigint> {
  const [row] = await db.$queryRaw<{ spent: bigint | null }[]>`
    SELECT sum(${COST})::bigint AS "spent"
    FROM "Run" WHERE "organisationId" = ${organisationId} AND "createdAt" >= ${since}
      AND ${MAY_COST} ${keyId === undefined ? sql.empty : sql`AND ("keyId" = ${keyId} OR "keyId" IN (${keysMintedFrom(keyId)}))`}`
  return row?.spent ?? 0n
}

function keysMintedFrom(keyId: string) {
  return sql`SELECT "id" FROM "ApiKey" WHERE "ancestorIds" @> ARRAY[${keyId}]`
}

/** The runs of each key itself, without those of the keys minted from it. */
export async function listSpendingByKey(
  db: Database | Tx,
  { organisationId, since }: { organisationId: string; since: Date },
): Promise<Map<string, bigint>> {
  const rows = await db.$queryRaw<{ keyId: string; spent: bigint }[]>`
    SELECT "keyId", sum(${COST})::bigint AS "spent" FROM "Run"
    WHERE "organisationId" = ${organisationId} AND "createdAt" >= ${since} AND ${MAY_COST} AND "keyId" IS NOT NULL
    GROUP BY "keyId"`
  return new Map(rows.map(({ keyId, spent }) => [keyId, spent]))
}

export async function findDailyCap(db: Database | Tx, organisationId: string): Promise<bigint | null> {
  const row = await db.organisation.findUnique({
    where: { id: organisationId },
    select: { dailyCapMicros: true },
  })
  return row?.dailyCapMicros ?? null
}

export async function saveDailyCap(
  tx: Tx,
  organisationId: string,
  dailyCapMicros: bigint | null,
): Promise<void> {
  await tx.organisation.update({ where: { id: organisationId }, data: { dailyCapMicros } })
}
