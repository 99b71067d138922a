import type pg from 'pg'
import { applyInTransaction } from '#prisma/migrate.ts'
import { migrationId } from './database-shape.ts'

/** Extensions stay: the owner of the tables may not create them. */
const DROP_EVERYTHING = `do $$ declare statement text;
begin
  for statement in
    select format('drop %s if exists %s cascade', kind, name) from (
      select 'pg_class'::regclass as catalog, oid, oid::regclass::text as name, 1 as position,
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'pg_proc'::regclass, oid, oid::regprocedure::text, 2, 'routine'
      from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 'pg_type'::regclass, oid, oid::regtype::text, 3, 'type'
      from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    ) found
    where not exists (
      select 1 from pg_depend where classid = catalog and objid = found.oid and deptype = 'e')
    order by position
  loop
    execute statement;
  end loop;
end $$`

/** Creates the schema with a backup's `migrations`. Needs an open transaction. */
export async function createOlderSchema(client: pg.Client, migrations: readonly string[]): Promise<void> {
  await client.query(DROP_EVERYTHING)
  await applyInTransaction(client, (name, checksum) => migrations.includes(migrationId(name, checksum)))
}

// biome-ignore format: table
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
