import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { dropDatabase, ensureDatabase, withClient } from '#bin/server/postgres/databases.ts'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { FIRST_RELEASE_ROWS } from '#lib/testing/first-release-rows.ts'
import { applyInTransaction, applyMigrations } from './migrate.ts'
import { makeDriver } from './schema-engine/serve.mjs'

const run = promisify(execFile)
const PRISMA = path.join(PROJECT_ROOT, 'node_modules/prisma/build/index.js')

/** Calls `work` with the URL of a new, empty database. */
async function inFreshDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `fresh_${randomBytes(5).toString('hex')}`
  const admin = process.env.DATABASE_URL!
  await ensureDatabase(admin, name)
  const url = new URL(admin)
  url.pathname = `/${name}`
  try {
    await work(url.href)
  } finally {
    await dropDatabase(admin, name)
  }
}

test('the migrations produce exactly the schema, and Prisma agrees that nothing is left to apply', async () => {
  await inFreshDatabase(async (url) => {
    await applyMigrations(url)

    const prisma = async (...args: string[]) => {
      const options = { cwd: PROJECT_ROOT, env: { ...process.env, DATABASE_URL: url } }
      const { stdout } = await run(process.execPath, [PRISMA, 'migrate', ...args], options)
      return stdout.trim()
    }
    const [diff, status] = await Promise.all([
      prisma('diff', '--from-config-datasource', '--to-schema', 'prisma/schema.prisma', '--script'),
      prisma('status'),
    ])

    expect(diff).toBe('-- This is an empty migration.')
    expect(status).toContain('Database schema is up to date')
  })
})

test('the engine of `npm run db:migrate` sends a script whole, whatever its semicolons are part of', async () => {
  await inFreshDatabase(async (url) => {
    const connection = await makeDriver(url).connect()

    const result = await connection.executeScript(`
      -- One table; and what fills it.
      create table words (word text);
      create function fill() returns void language plpgsql as $$ begin insert into words values ('a;b'); end $$;
      select fill();`)

    const { rows } = await withClient(url, (client) => client.query('select word from words'))
    await connection.dispose()
    expect(rows).toEqual([{ word: 'a;b' }])
    // The engine fails on any other result.
    expect(result).toBeUndefined()
  })
})

test('a database with installs and runs preserves them: they continue unchanged', async () => {
  await inFreshDatabase(async (url) => {
    await withClient(url, async (client) => {
      await applyUntil(client, '20261120000000_market')
      await client.query(FIRST_RELEASE_ROWS)
    })

    await applyMigrations(url)

    const [installs, runs, organisations, storage] = await withClient(url, async (client) => [
      (await client.query('select "versionId", range from "Install"')).rows,
      (await client.query('select id, input, migration, notices from "Run"')).rows,
      (await client.query('select "runRetentionDays", "createdById" from "Organisation"')).rows,
      (await client.query('select "organisationId", kind, bytes::int from "StorageEntry"')).rows,
    ])
    expect(installs).toEqual([{ versionId: 'v', range: null }])
    expect(runs).toEqual([{ id: 'run_1', input: { name: 'Ada' }, migration: null, notices: null }])
    // Runs are retained without a time limit unless an owner sets one, and stored bytes are counted.
    expect(organisations).toEqual([{ runRetentionDays: null, createdById: 'u' }])
    expect(storage).toEqual([{ organisationId: 'o', kind: 'runs', bytes: '{"name":"Ada"}[][][]'.length }])
  })
})

test('runs that lost their sandbox or process are marked as interrupted', async () => {
  await inFreshDatabase(async (url) => {
    await withClient(url, async (client) => {
      await applyUntil(client, '20261123100000_add_skill_files')
      await client.query(FIRST_RELEASE_ROWS)
      const columns = (await client.query(RUN_COLUMNS)).rows.map(({ name }) => `"${name}"`).join(', ')
      for (const [index, [error, errorDetail]] of INTERRUPTED.entries()) {
        await client.query(
          `insert into "Run" ("id", "state", "error", "errorDetail", ${columns})
           select $1, 'failed', $2, $3, ${columns} from "Run" where "id" = 'run_1'`,
          [`failed_${index}`, error, errorDetail],
        )
      }
    })

    await applyMigrations(url)

    const { rows } = await withClient(url, (client) =>
      client.query(`select "errorDetail" as detail from "Run" where "id" like 'failed%' order by "id"`),
    )
    expect(rows.map(({ detail }) => detail)).toEqual(INTERRUPTED.map(([, , after]) => after))
  })
})

const RUN_COLUMNS = `select column_name as name from information_schema.columns
  where table_name = 'Run' and is_generated = 'NEVER' and column_name not in ('id', 'state', 'error', 'errorDetail')`

const unavailable = (message: string) =>
  JSON.stringify({ code: 'TOOL_NOT_AVAILABLE', message, recoverable: true })

/** The error and its detail as stored before the migration, and the detail after it. */
const INTERRUPTED: [string, string | null, unknown][] = [
  [
    unavailable('The sandbox is not available right now, so nothing ran.'),
    '{"stack":"ENOENT"}',
    { stack: 'ENOENT', interruption: 'before' },
  ],
  [unavailable('The sandbox is busy right now, so nothing ran.'), null, { interruption: 'before' }],
  [
    unavailable('The sandbox stopped while the skill was running. There is no output.'),
    '{"stack":"a \\u0000"}',
    { stack: 'a \u0000', interruption: 'during' },
  ],
  [
    '{"code":"INTERNAL_ERROR","message":"Something went wrong on our side."}',
    '{"isLost":true}',
    { interruption: 'during' },
  ],
  [unavailable('This skill needs an integration.'), null, null],
  [
    '{"code":"SKILL_ERROR","message":"The sandbox is busy right now, so nothing ran."}',
    '{"stack":"x"}',
    { stack: 'x' },
  ],
]

test('columns and states with new names keep their values', async () => {
  await inFreshDatabase(async (url) => {
    await withClient(url, async (client) => {
      await applyUntil(client, '20261123090000_blob_runs')
      await client.query(FIRST_RELEASE_ROWS)
      await client.query(OLD_NAMES)
    })

    await applyMigrations(url)

    await withClient(url, async (client) => {
      for (const [table, row] of Object.entries(NEW_NAMES))
        expect((await client.query(`select * from "${table}"`)).rows, table).toMatchObject([row])
      const names = await client.query(
        `select conname as name from pg_constraint union select tgname from pg_trigger
         union select proname from pg_proc union select indexname from pg_indexes`,
      )
      expect(names.rows.filter(({ name }) => OLD_TERMS.test(name))).toEqual([])
      // Triggers call the functions by their new names.
      await client.query(`update "Run" set input = '{}' where id = 'run_1'`)
      const stored = await client.query('select "storedBytes" from "Run"')
      expect(stored.rows).toEqual([{ storedBytes: '{}[][][]'.length }])
      await expect(client.query(`update "Version" set document = '[]'`)).rejects.toThrow(
        /immutable|published/i,
      )
    })
  })
})

/** Applies the migrations up to and including `last`, as that version of Guildhall did. */
const applyUntil = (client: pg.Client, last: string) => applyInTransaction(client, (name) => name <= last)

/** Fills every column that `plain_names` renames, under its former name. */
const OLD_NAMES = `
  update "Organisation" set "runsKeptDays" = 45, "forgetRunsBefore" = '2026-01-01';
  update "Run" set "forgottenAt" = '2026-01-02';
  insert into "PlanRun" (id, "organisationId", "userId", door, document, state, verdicts, "restingUntil")
    values ('plan_1', 'o', 'u', 'rpc', '{}', 'running', '[]', '2026-01-03');
  insert into "PlanAttempt" ("planRunId", unit, attempt, "stepId", "isCarried") values ('plan_1', 'read', 1, 'read', true);
  insert into "Rating" ("userId", "skillSetId", points, words, "versionNumber", "updatedAt")
    values ('u', 's', 4, 'Polite.', '1.0.0', now());
  insert into "Report" (id, "skillSetId", "userId", reason, words) values ('r', 's', 'u', 'broken', 'It is.');
  insert into "Submission" (id, "versionId", revision, document, checks, "submittedById", decision)
    values ('sub', 'v', 1, '{}', '[]', 'u', 'CHANGES_ASKED');
  insert into "ReviewComment" (id, "submissionId", "authorId", "authorName", "byAdmin", body)
    values ('c', 'sub', 'u', 'Ada', true, 'Why?');
  insert into "CatalogEntry" (id, name, publisher, "skillSetSlug", "skillSlug", title, description, "skillSetName",
      "versionNumber", kind, runtime, "riskLevel", haystack, "publishedAt")
    values ('e', 'press.greetings.greet', 'press', 'greetings', 'greet', '', '', '', '1.0.0', '', '', '', 'hello', now());
  insert into "ConfigValue" ("organisationId", "skillSetId", key, sealed, "keyId", "givenFor", "updatedAt", "updatedById")
    values ('o', 's', 'TOKEN', '', 'k', '{raw}', now(), 'u');
  insert into "Vault" ("organisationId") values ('o');
  insert into "VaultOperation" (id, "organisationId", kind, "userId", output) values ('op', 'o', 'create', 'u', '{}');
  insert into "VaultChange" ("organisationId", seq, "operationId", "fileId", "isFolder", "fileCreatedAt", "isKept")
    values ('o', 1, 'op', 'f', false, now(), false);
  insert into "Workspace" (id, "organisationId", "userId") values ('w', 'o', 'u');
  insert into "OpenDocument" (id, "workspaceId", path, text, etag, "rivalEtag", trouble)
    values ('d', 'w', 'a.md', '', 'e1', 'e2', 'The vault is full.');
  insert into "Worker" (id, host, "beatAt") values ('w', 'h', '2026-01-04')`

const NEW_NAMES = {
  Organisation: { runRetentionDays: 45, purgeRunsBefore: expect.any(Date) },
  Run: { channel: 'form', purgedAt: expect.any(Date) },
  PlanRun: { channel: 'rpc', waitingUntil: expect.any(Date) },
  PlanAttempt: { isCarriedOver: true },
  Rating: { comment: 'Polite.' },
  Report: { message: 'It is.' },
  Submission: { decision: 'CHANGES_REQUESTED' },
  ReviewComment: { isByAdmin: true },
  CatalogEntry: { searchText: 'hello' },
  ConfigValue: { consentedUses: ['raw'] },
  VaultChange: { isUndoable: false },
  OpenDocument: { conflictEtag: 'e2', problem: 'The vault is full.' },
  Worker: { heartbeatAt: expect.any(Date) },
}

const OLD_TERMS =
  /runsKept|_to_forget|is_held|held_|_held|_kept|says_whose|of_what|no_debt|begins_|ledger_keep|ledger_refuse|enter_|measure_run|keep_published|standing/

test('several processes that start at once apply each migration once', async () => {
  await inFreshDatabase(async (url) => {
    const applied = await Promise.all([applyMigrations(url), applyMigrations(url), applyMigrations(url)])

    const booked = await withClient(url, (client) =>
      client.query('select finished_at from _prisma_migrations'),
    )
    expect(applied.filter((count) => count > 0)).toEqual([booked.rowCount])
    expect(booked.rows.every((row) => row.finished_at)).toBe(true)
  })
})
