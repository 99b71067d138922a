/**
 * What has to be true of the money in a restored database, before it is kept: the triggers that guard it slept.
 *
 * Source: migration “ledger”; specification "Execution", Money.
 */
import type pg from 'pg'

// biome-ignore format: a table reads in rows
const MUST_BE_NONE: [problem: string, query: string][] = [
  ['the ledger does not add up to zero', `select 1 from "LedgerLine" having coalesce(sum("amountMicros"), 0) <> 0`],
  ['a transfer is not balanced', `select 1 from "LedgerTransfer" t left join "LedgerLine" l on l."transferId" = t."id" group by t."id" having coalesce(sum(l."amountMicros"), 1) <> 0`],
  ['an account holds something else than its lines say', `select 1 from "LedgerAccount" a left join "LedgerLine" l on l."accountId" = a."id" where a."organisationId" is not null group by a."id" having a."balanceMicros" <> coalesce(sum(l."amountMicros"), 0)`],
  ['an account is below zero', `select 1 from "LedgerAccount" where "balanceMicros" < 0`],
  ['a run holds something else than the ledger says', `select 1 from "Run" r left join (
    select t."runId", l."accountId", sum(l."amountMicros") as held from "LedgerLine" l join "LedgerTransfer" t on t."id" = l."transferId"
    where t."kind" in ('hold', 'settle') group by 1, 2) h on h."runId" = r."id" and h."accountId" = 'hold:' || r."organisationId"
    where r."holdMicros" > 0 and h.held is distinct from case when r."state" in ('queued', 'running') then r."holdMicros" else 0 end`],
]

/** Throws a sentence for people, naming what is wrong. */
export async function checkRestored(client: pg.Client): Promise<void> {
  for (const [problem, query] of MUST_BE_NONE) {
    const { rowCount } = await client.query(`${query} limit 1`)
    if (rowCount) throw new Error(`What was saved is not sound: ${problem}. Nothing was restored.`)
  }
}
