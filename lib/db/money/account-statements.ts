import type { Database, Tx } from '../core/prisma-client.ts'
import { Prisma } from '../generated/client.ts'
import type { AccountId, TransferKind } from './ledger.ts'

export type StatementFilter = {
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
  at: Date
  isPaid: boolean
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
      transfer."note", line."runId", run."skillName", line."createdAt" AS "at",
      transfer."kind" = 'hold' AND settled."id" IS NOT NULL AND NOT EXISTS (
        SELECT FROM "LedgerLine" back WHERE back."transferId" = settled."id" AND back."accountId" = line."accountId"
      ) AS "isPaid"
    FROM "LedgerLine" line JOIN "LedgerTransfer" transfer ON transfer."id" = line."transferId"
    LEFT JOIN "Run" run ON run."id" = line."runId"
    LEFT JOIN "LedgerTransfer" settled ON settled."runId" = transfer."runId" AND settled."kind" = 'settle'
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY line."id" DESC LIMIT ${take}`
}
