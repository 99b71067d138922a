/** What moved an account, newest first. Floor 1. */
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'
import type { AccountId, TransferKind } from './ledger.ts'

export type StatementFilter = {
  account: AccountId
  kinds?: readonly TransferKind[]
  /** Both ends are included. */
  from?: Date
  to?: Date
  /** Only lines older than this one. */
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
  /** Of the run, while it is kept. */
  skillName: string | null
  at: Date
}

export function listStatement(db: Database | Tx, filter: StatementFilter): Promise<StatementRow[]> {
  const { account, kinds, from, to, before, take } = filter
  const conditions = [
    Prisma.sql`line."accountId" = ${account}`,
    ...(kinds ? [Prisma.sql`transfer."kind"::text = ANY(${[...kinds]})`] : []),
    ...(from ? [Prisma.sql`line."createdAt" >= ${from}`] : []),
    ...(to ? [Prisma.sql`line."createdAt" <= ${to}`] : []),
    ...(before !== undefined ? [Prisma.sql`line."id" < ${before}`] : []),
  ]
  return db.$queryRaw<StatementRow[]>`
    SELECT line."id", transfer."kind"::text AS "kind", line."amountMicros", line."balanceAfterMicros",
      transfer."note", line."runId", run."skillName", line."createdAt" AS "at"
    FROM "LedgerLine" line JOIN "LedgerTransfer" transfer ON transfer."id" = line."transferId"
    LEFT JOIN "Run" run ON run."id" = line."runId"
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY line."id" DESC LIMIT ${take}`
}
