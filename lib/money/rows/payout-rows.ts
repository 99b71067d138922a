import type { PayoutState, TransferKind } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type { PayoutState }

export async function findPayeeRow(
  db: Database | Tx,
  organisationId: string,
): Promise<{ isMonthly: boolean } | null> {
  return db.payee.findUnique({ where: { organisationId }, select: { isMonthly: true } })
}

export async function savePayeeRow(
  tx: Tx,
  { organisationId, isMonthly }: { organisationId: string; isMonthly: boolean },
): Promise<void> {
  await tx.payee.upsert({
    where: { organisationId },
    create: { organisationId, isMonthly },
    update: { isMonthly },
  })
}

export type PayoutRow = {
  id: string
  organisationId: string
  amountMicros: bigint
  state: PayoutState
  note: string
  createdAt: Date
  decidedAt: Date | null
}

const COLUMNS = {
  id: true,
  organisationId: true,
  amountMicros: true,
  state: true,
  note: true,
  createdAt: true,
  decidedAt: true,
} as const

type NewPayout = {
  organisationId: string
  amountMicros: bigint
  /** "2026-11", for the request of the monthly sweep. */
  month?: string
  /** For a payout that an admin has made already. */
  paid?: { id: string; note: string; at: Date }
}

/** Returns null if the organisation has an open request, or one of this month's sweep, or this payout exists. */
export async function insertPayout(
  tx: Tx,
  { organisationId, amountMicros, month, paid }: NewPayout,
): Promise<PayoutRow | null> {
  const [row = null] = await tx.payout.createManyAndReturn({
    data: [
      {
        organisationId,
        amountMicros,
        ...(month && { month }),
        ...(paid && { id: paid.id, state: 'paid', note: paid.note, decidedAt: paid.at }),
      },
    ],
    skipDuplicates: true,
    select: COLUMNS,
  })
  return row
}

export function findPayout(db: Database | Tx, id: string): Promise<PayoutRow | null> {
  return db.payout.findUnique({ where: { id }, select: COLUMNS })
}

/** Returns false if the payout was decided before. */
export async function decidePayout(
  tx: Tx,
  id: string,
  decision: { state: Exclude<PayoutState, 'requested'>; note: string; at: Date },
): Promise<boolean> {
  const { state, note, at } = decision
  const { count } = await tx.payout.updateMany({
    where: { id, state: 'requested' },
    data: { state, note, decidedAt: at },
  })
  return count === 1
}

export function listPayoutsOf(db: Database | Tx, organisationId: string, take: number): Promise<PayoutRow[]> {
  return db.payout.findMany({
    where: { organisationId },
    orderBy: { createdAt: 'desc' },
    take,
    select: COLUMNS,
  })
}

/** Oldest first. */
export async function listRequestedPayouts(
  db: Database | Tx,
  take: number,
): Promise<(PayoutRow & { organisationName: string })[]> {
  const rows = await db.payout.findMany({
    where: { state: 'requested' },
    orderBy: { createdAt: 'asc' },
    take,
    select: { ...COLUMNS, organisation: { select: { name: true } } },
  })
  return rows.map(({ organisation, ...row }) => ({ ...row, organisationName: organisation.name }))
}

export async function hasOpenPayout(db: Database | Tx, organisationId: string): Promise<boolean> {
  return (await db.payout.count({ where: { organisationId, state: 'requested' } })) > 0
}

/**
 * Returns organisations that get a payout each month, have earned at least `minMicros`, and have none this month, in the
 * order of their ids, from the one after `after`.
 */
export async function listDuePayees(
  db: Database | Tx,
  { month, minMicros, after, take }: { month: string; minMicros: bigint; after: string; take: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ organisationId: string }[]>`
    SELECT payee."organisationId" FROM "Payee" payee
    JOIN "LedgerAccount" account ON account."id" = 'earnings:' || payee."organisationId"
    WHERE payee."isMonthly" AND payee."organisationId" > ${after} AND account."balanceMicros" > 0 AND account."balanceMicros" >= ${minMicros}
      AND NOT EXISTS (SELECT FROM "Payout" payout WHERE payout."organisationId" = payee."organisationId"
        AND (payout."state" = 'requested' OR payout."month" = ${month}))
    ORDER BY payee."organisationId" LIMIT ${take}`
  return rows.map(({ organisationId }) => organisationId)
}

export type PayoutSums = {
  openingMicros: bigint
  closingMicros: bigint
  lines: { kind: TransferKind; skillName: string | null; count: number; amountMicros: bigint }[]
}

/** Sums what changed the earnings since the paid payout before this one, by kind and skill. */
export async function sumSincePayoutBefore(
  db: Database | Tx,
  { id, organisationId }: Pick<PayoutRow, 'id' | 'organisationId'>,
): Promise<PayoutSums> {
  const account = `earnings:${organisationId}`
  const [cut] = await db.$queryRaw<{ id: bigint; balanceMicros: bigint }[]>`
    SELECT line."id", line."balanceAfterMicros" AS "balanceMicros"
    FROM "LedgerLine" line JOIN "LedgerTransfer" transfer ON transfer."id" = line."transferId"
    WHERE line."accountId" = ${account} AND transfer."reference" IN (${`payout:${id}:request`}, ${`payout:${id}`})
    LIMIT 1`
  if (!cut) return { openingMicros: 0n, closingMicros: 0n, lines: [] }
  const [before] = await db.$queryRaw<{ id: bigint; balanceMicros: bigint }[]>`
    SELECT line."id", line."balanceAfterMicros" AS "balanceMicros" FROM "Payout" payout
    JOIN "LedgerTransfer" transfer ON transfer."reference" IN ('payout:' || payout."id" || ':request', 'payout:' || payout."id")
    JOIN "LedgerLine" line ON line."transferId" = transfer."id" AND line."accountId" = ${account}
    WHERE payout."organisationId" = ${organisationId} AND payout."state" = 'paid' AND line."id" < ${cut.id}
    ORDER BY line."id" DESC LIMIT 1`
  const lines = await db.$queryRaw<PayoutSums['lines']>`
    SELECT CASE WHEN transfer."kind" IN ('payout_request', 'payout_return') THEN 'payout_return'
      ELSE transfer."kind"::text END AS "kind",
      run."skillName", count(*)::int AS "count", sum(line."amountMicros")::bigint AS "amountMicros"
    FROM "LedgerLine" line JOIN "LedgerTransfer" transfer ON transfer."id" = line."transferId"
    LEFT JOIN "Run" run ON run."id" = line."runId"
    WHERE line."accountId" = ${account} AND line."id" < ${cut.id} AND line."id" > ${before?.id ?? 0n}
    GROUP BY 1, 2 HAVING sum(line."amountMicros") <> 0 ORDER BY 1, 2`
  return { openingMicros: before?.balanceMicros ?? 0n, closingMicros: cut.balanceMicros, lines }
}
