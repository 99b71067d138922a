import type pg from 'pg'

// biome-ignore format: a table reads in rows
const LEDGER_CHECKS: [problem: string, query: string][] = [
  ['the ledger does not add up to zero', `select 1 from "LedgerLine" having coalesce(sum("amountMicros"), 0) <> 0`],
  ['a transfer is not balanced', `select 1 from "LedgerTransfer" t left join "LedgerLine" l on l."transferId" = t."id" group by t."id" having coalesce(sum(l."amountMicros"), 1) <> 0`],
  ['the balance of an account differs from its entries', `select 1 from "LedgerAccount" a left join "LedgerLine" l on l."accountId" = a."id" where a."organisationId" is not null group by a."id" having a."balanceMicros" <> coalesce(sum(l."amountMicros"), 0)`],
  ['an account is below zero', `select 1 from "LedgerAccount" where "balanceMicros" < 0`],
  ['the hold of a run differs from the ledger', `select 1 from "Run" r left join (
    select t."runId", l."accountId", sum(l."amountMicros") as held from "LedgerLine" l join "LedgerTransfer" t on t."id" = l."transferId"
    where t."kind" in ('hold', 'settle') group by 1, 2) h on h."runId" = r."id" and h."accountId" = 'hold:' || r."organisationId"
    where r."holdMicros" > 0 and h.held is distinct from case when r."state" in ('queued', 'running') then r."holdMicros" else 0 end`],
]

export async function checkRestoredLedger(client: pg.Client): Promise<void> {
  for (const [problem, query] of LEDGER_CHECKS) {
    const { rowCount } = await client.query(`${query} limit 1`)
    if (rowCount) throw new Error(`The backup is inconsistent: ${problem}. Nothing was restored.`)
  }
}
