/** Fills a database with copies of the demo market's rows, by SQL alone. */
import type pg from 'pg'

/** SQL expressions over the copy's number `n`. */
type Changes = Record<string, string>

type Copies = { table: string; where: string; from: number; to: number; set: Changes; joins?: string }

/** The owner of most runs; their studio is measured. */
const HOLDER = 'user@demo.local'
const PUBLISHER = 'publisher@demo.local'

const ORGANISATIONS = 5_000
const PUBLISHERS = 2_000
const OWN_SKILL_SETS = 50
const YEARS = 2

const organisationOf = (email: string) =>
  `(select "id" from "Organisation" where "personalOfId" = (select "id" from "User" where "email" = '${email}'))`

export async function loadPeople(client: pg.Client, auditEvents: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await copyRows(client, {
    table: 'User',
    where: `"email" = '${HOLDER}'`,
    from: 1,
    to: ORGANISATIONS,
    set: { id: `'user' || n`, email: `'user' || n || '@bench.local'`, name: `'User ' || n` },
  })
  await copyRows(client, {
    table: 'Organisation',
    where: `"id" = ${organisationOf(HOLDER)}`,
    from: 1,
    to: ORGANISATIONS,
    set: {
      id: `'org' || n`,
      name: `'Organisation ' || n`,
      personalOfId: `'user' || n`,
      createdById: `'user' || n`,
    },
  })
  await copyRows(client, {
    table: 'Publisher',
    where: `"handle" = 'guildhall'`,
    from: 1,
    to: PUBLISHERS,
    set: {
      id: `'pub' || n`,
      handle: `'pub' || n`,
      displayName: `'Publisher ' || n`,
      organisationId: `'org' || n`,
    },
  })
  await copyRows(client, {
    table: 'Publisher',
    where: `"handle" = 'guildhall'`,
    from: 0,
    to: 0,
    set: { id: `'pub0'`, handle: `'pub0'`, displayName: `'Own'`, organisationId: organisationOf(PUBLISHER) },
  })
  await copyRows(client, {
    table: 'AuditEvent',
    where: `"id" = (select min("id") from "AuditEvent")`,
    from: 1,
    to: auditEvents,
    set: { id: `'audit' || n`, at: `now() - n * interval '5 minutes'` },
  })
}

/** Copies the smallest SkillSet with one skill; `words` varies texts. */
export async function loadSkills(client: pg.Client, from: number, to: number, words: readonly string[]) {
  await client.query('set session_replication_role = replica')
  const publisher = `'pub' || case when n <= ${OWN_SKILL_SETS} then 0 else 1 + n % ${PUBLISHERS} end`
  const model = `(select "id" from "SkillSet" where "id" in (select "skillSetId" from "CatalogEntry" where "skillSetId" is not null
    group by 1 having count(*) = 1) order by "slug" limit 1)`
  await client.query(`create table if not exists bench_words (i int primary key, text text)`)
  await client.query(
    'insert into bench_words select ord - 1, text from unnest($1::text[]) with ordinality as given(text, ord) on conflict do nothing',
    [words],
  )
  const text = `(select text from bench_words where i = (n::bigint * 7919) % ${words.length})`
  const other = `(select text from bench_words where i = (n::bigint * 104729 + 1) % ${words.length})`
  const copies = { from, to }
  await copyRows(client, {
    ...copies,
    table: 'SkillSet',
    where: `"id" = ${model}`,
    set: { id: `'set' || n`, slug: `'s' || n`, publisherId: publisher },
  })
  await copyRows(client, {
    ...copies,
    table: 'Version',
    where: `"skillSetId" = ${model} and "state" = 'PUBLISHED'`,
    set: { id: `'version' || n`, skillSetId: `'set' || n` },
  })
  // The disabled triggers would do this.
  await client.query(
    'insert into "PublisherName" select "handle", "id" from "Publisher" on conflict do nothing',
  )
  await client.query(
    'insert into "SkillSetName" select "publisherId", "slug", "id" from "SkillSet" on conflict do nothing',
  )
  // A trigger fills the words of the search.
  await client.query('set session_replication_role = origin')
  await copyRows(client, {
    ...copies,
    table: 'CatalogEntry',
    where: `"skillSetId" = ${model}`,
    set: {
      id: `'entry' || n`,
      skillSetId: `'set' || n`,
      versionId: `'version' || n`,
      publisher,
      skillSetSlug: `'s' || n`,
      name: `${publisher} || '.s' || n || '.' || t."skillSlug"`,
      title: text,
      searchTitle: `lower(${text})`,
      description: other,
      searchDescription: `lower(${other})`,
      publishedAt: `now() - n * interval '1 minute'`,
      customerDays30d: `case when n % 20 = 0 then (random() * random() * 1000)::int else 0 end`,
    },
  })
}

/** Spreads runs over two years: three of five in one organisation, most of few skills. */
export async function loadRuns(client: pg.Client, from: number, to: number, skills: number) {
  await client.query('set session_replication_role = replica')
  const ms = `(extract(epoch from now() - interval '${YEARS} years')::bigint * 1000 + n::bigint * (${YEARS}::bigint * 365 * 86400000 / ${to}))`
  const at = `to_timestamp(${ms} / 1000.0)`
  const digest = 'md5(n::text)'
  const id = `'run_' || substr(lpad(to_hex(${ms}), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(${ms}), 12, '0'), 9, 4)
    || '-7' || substr(${digest}, 1, 3) || '-8' || substr(${digest}, 4, 3) || '-' || substr(${digest}, 7, 12)`
  const state = `(case when n % 50 = 0 then 'failed' when n % 200 = 1 then 'timed_out' else 'succeeded' end)::"RunState"`
  await client.query(
    `create table if not exists bench_skills as select row_number() over () as i, "skillSetId", "versionId", "name" from "CatalogEntry" where "id" like 'entry%' limit 0`,
  )
  await client.query('truncate bench_skills')
  await client.query(
    `insert into bench_skills select substr("id", 6)::int, "skillSetId", "versionId", "name" from "CatalogEntry" where "id" like 'entry%'`,
  )
  await client.query('create unique index if not exists bench_skills_i on bench_skills (i)')
  await copyRows(client, {
    table: 'Run',
    where: `"id" = (select min("id") from "Run" where "state" = 'succeeded' and "parentRunId" is null and "mode" = 'production')`,
    from,
    to,
    joins: `join lateral (select 1 + floor(power(random(), 3) * ${skills})::int + n * 0 as i) choice on true join bench_skills s on s.i = choice.i`,
    set: {
      id,
      createdAt: at,
      startedAt: at,
      endedAt: at,
      state,
      channel: `case n % 4 when 0 then 'form' when 1 then 'rest' when 2 then 'rpc' else 'mcp' end`,
      organisationId: `case when n % 5 < 3 then ${organisationOf(HOLDER)} else 'org' || (1 + floor(random() * random() * ${ORGANISATIONS})::int) end`,
      userId: `'user' || (1 + n % 40)`,
      skillSetId: 's."skillSetId"',
      versionId: 's."versionId"',
      skillName: 's."name"',
      durationMs: `(10 + random() * random() * 3000)::int`,
      error: `case when n % 50 = 0 then '{"code":"SKILL_ERROR","message":"It failed."}'::json end`,
      planRunId: 'null',
      rootRunId: 'null',
      keyId: 'null',
    },
  })
  await client.query('set session_replication_role = origin')
  await client.query('select "recount_runs"()')
  await client.query(`update "CatalogEntry" set "evidenceAt" = now()`)
}

async function copyRows(
  client: pg.Client,
  { table, where, from, to, set, joins = '' }: Copies,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows.map(({ name }) => `"${name}"`)
  const values = rows.map(({ name }) => set[name] ?? `t."${name}"`)
  await client.query(
    `insert into "${table}" (${columns}) select ${values}
     from generate_series(${from}, ${to}) n cross join (select * from "${table}" where ${where} limit 1) t ${joins}`,
  )
}
