import type pg from 'pg'
import { applyInTransaction } from '#prisma/migrate.ts'
import { migrationId } from './database-shape.ts'

/** Extensions and their members stay, because the owner of the tables may not be allowed to create them. */
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

/**
 * Replaces the tables of `public` with those of an earlier version. `migrations` lists that version's, as a backup does.
 * Needs an open transaction.
 */
export async function createOlderSchema(client: pg.Client, migrations: readonly string[]): Promise<void> {
  await client.query(DROP_EVERYTHING)
  await applyInTransaction(client, (name, checksum) => migrations.includes(migrationId(name, checksum)))
}
