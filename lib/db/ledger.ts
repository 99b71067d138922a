/**
 * The ledger: accounts, and balanced transfers between them. Floor 1.
 *
 * The database keeps the rules by itself (migration "ledger"): transfers are balanced, balances of organisations
 * never fall below zero, nothing written is changed. Accounts are locked in the order of their ids, everywhere.
 */
import type { Database, Tx } from './client.ts'
import { Prisma, type TransferKind } from './generated/client.ts'

export type { TransferKind }

type OwnAccount = 'wallet' | 'hold' | 'earnings'
type PlatformAccount = 'fee' | 'grant' | 'promotion' | 'payout'

/** "wallet:<organisation>", "fee". */
export type AccountId = `${OwnAccount}:${string}` | PlatformAccount

export type Posting = {
  account: AccountId
  /** Positive into the account, negative out of it. */
  amountMicros: bigint
  /** The run that was paid for. */
  runId?: string
}

export type NewTransfer = {
  kind: TransferKind
  /** Held, settled and refunded once each. */
  runId?: string
  /** What may happen once only, besides what a run does. */
  reference?: string
  note?: string
  actorId?: string
  lines: Posting[]
}

/** Moves money. False, having moved none, when the same transfer of the run or of the reference was made before. */
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
  // One after the other, in this order: each locks its account.
  const rows = lines.map(
    ({ account, amountMicros, runId: ofRun }) =>
      Prisma.sql`(${posted.id}, ${account}, ${amountMicros}::bigint, ${ofRun ?? runId})`,
  )
  await tx.$executeRaw`
    INSERT INTO "LedgerLine" ("transferId", "accountId", "amountMicros", "runId") VALUES ${Prisma.join(rows)}`
  return true
}

async function openAccounts(tx: Tx, ids: AccountId[]): Promise<void> {
  const rows = ids.map((id) => {
    const [kind, organisationId = null] = id.split(':')
    return Prisma.sql`(${id}, ${kind}::"LedgerKind", ${organisationId})`
  })
  await tx.$executeRaw`
    INSERT INTO "LedgerAccount" ("id", "kind", "organisationId") VALUES ${Prisma.join(rows)} ON CONFLICT DO NOTHING`
}

/**
 * What is in the organisation's wallet, locked until the transaction ends: two that want to spend it come one after
 * the other. The hold is locked with it, before it, as everywhere.
 */
export async function lockWallet(tx: Tx, organisationId: string): Promise<bigint> {
  const hold: AccountId = `hold:${organisationId}`
  const wallet: AccountId = `wallet:${organisationId}`
  // Both are there before either is locked: a row that comes up meanwhile would be locked out of order.
  await openAccounts(tx, [hold, wallet])
  const rows = await tx.$queryRaw<{ id: string; balanceMicros: bigint }[]>`
    SELECT "id", "balanceMicros" FROM "LedgerAccount" WHERE "id" IN (${hold}, ${wallet})
    ORDER BY "id" FOR NO KEY UPDATE`
  return rows.find(({ id }) => id === wallet)?.balanceMicros ?? 0n
}

/** What is in an organisation's account, locked until the transaction ends. */
export async function lockAccount(tx: Tx, id: AccountId): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ balanceMicros: bigint }[]>`
    SELECT "balanceMicros" FROM "LedgerAccount" WHERE "id" = ${id} FOR NO KEY UPDATE`
  return row?.balanceMicros ?? 0n
}

/** What a transfer of a run moved; empty when it was not made. */
export async function listTransferLines(
  db: Database | Tx,
  { runId, kind }: { runId: string; kind: TransferKind },
): Promise<Posting[]> {
  const rows = await db.ledgerLine.findMany({
    where: { transfer: { runId, kind } },
    select: { accountId: true, amountMicros: true, runId: true },
    orderBy: { id: 'asc' },
  })
  // `postTransfer` writes lines, and takes no other ids.
  return rows.map(({ accountId, amountMicros, runId: ofRun }) => ({
    account: accountId as AccountId,
    amountMicros,
    ...(ofRun && { runId: ofRun }),
  }))
}

/** Balances of these accounts; 0 for one that was never used. Of organisations only: Guildhall keeps none. */
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

/** The sum of every line there is: zero, or something is very wrong. And each account of the platform. */
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
