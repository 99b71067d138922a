import { spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dropDatabase, ensureDatabase, withClient } from '#bin/postgres/databases.ts'
import { ROOT } from '#bin/root.ts'
import { migrate } from './migrate.ts'
import { makeDriver } from './schema-engine/driver.mjs'

const PRISMA = path.join(ROOT, 'node_modules/prisma/build/index.js')

/** Hands `work` an empty database of its own. */
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

test('the migrations make exactly what the schema says', async () => {
  await inFreshDatabase(async (url) => {
    await migrate(url)

    const switches = [
      '--from-config-datasource',
      '--to-schema',
      'prisma/schema.prisma',
      '--exit-code',
      '--script',
    ]
    const diff = spawnSync(process.execPath, [PRISMA, 'migrate', 'diff', ...switches], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    })

    expect(diff.stdout.trim(), diff.stderr).toBe('-- This is an empty migration.')
  })
})

test('the engine of `npm run db:migrate` sends a script whole, whatever its semicolons are part of', async () => {
  await inFreshDatabase(async (url) => {
    const connection = await makeDriver(url).connect()

    await connection.executeScript(`
      -- One table; and what fills it.
      create table words (word text);
      create function fill() returns void language plpgsql as $$ begin insert into words values ('a;b'); end $$;
      select fill();`)

    const { rows } = await withClient(url, (client) => client.query('select word from words'))
    await connection.dispose()
    expect(rows).toEqual([{ word: 'a;b' }])
  })
})

test('a database with installs and runs in it keeps them: they go on as they were', async () => {
  await inFreshDatabase(async (url) => {
    await withClient(url, async (client) => {
      const first = '20261120000000_market'
      const sql = readFileSync(path.join(ROOT, 'prisma/migrations', first, 'migration.sql'), 'utf8')
      await client.query(sql)
      await client.query(BOOKS)
      const checksum = createHash('sha256').update(sql).digest('hex')
      await client.query(BOOKED, [randomUUID(), checksum, first])
      await client.query(ONE_OF_EACH)
    })

    await migrate(url)

    const [installs, runs] = await withClient(url, async (client) => [
      (await client.query('select "versionId", range from "Install"')).rows,
      (await client.query('select id, input, migration, notices from "Run"')).rows,
    ])
    expect(installs).toEqual([{ versionId: 'v', range: null }])
    expect(runs).toEqual([{ id: 'run_1', input: { name: 'Ada' }, migration: null, notices: null }])
  })
})

const BOOKED =
  'insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ($1, $2, $3, now())'

const BOOKS = `
  create table _prisma_migrations (
    id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`

/** As the first release wrote them. */
const ONE_OF_EACH = `
  insert into "User" (id, email, name) values ('u', 'ada@test.local', 'Ada');
  insert into "Organisation" (id, name) values ('o', 'Ada');
  insert into "Publisher" (id, handle, "displayName", "organisationId") values ('p', 'press', 'Press', 'o');
  insert into "SkillSet" (id, "publisherId", slug, name, "updatedAt") values ('s', 'p', 'greetings', 'Greetings', now());
  insert into "Version" (id, "skillSetId", number, state, visibility, document)
    values ('v', 's', '1.0.0', 'PUBLISHED', 'PUBLIC', '{}');
  insert into "Install" ("organisationId", "skillSetId", "versionId", "installedById", "updatedAt")
    values ('o', 's', 'v', 'u', now());
  insert into "Run" (id, "organisationId", "userId", "skillSetId", "versionId", "skillName", "versionNumber", mode, door,
    state, input, coercions, warnings, logs, "contractHash")
    values ('run_1', 'o', 'u', 's', 'v', 'press.greetings.greet', '1.0.0', 'production', 'form',
    'succeeded', '{"name":"Ada"}', '[]', '[]', '[]', '')`

test('several processes that start at once apply each migration once', async () => {
  await inFreshDatabase(async (url) => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])

    const booked = await withClient(url, (client) =>
      client.query('select finished_at from _prisma_migrations'),
    )
    expect(applied.filter((count) => count > 0)).toEqual([booked.rowCount])
    expect(booked.rows.every((row) => row.finished_at)).toBe(true)
  })
})

test('Prisma agrees that nothing is left to apply', async () => {
  await inFreshDatabase(async (url) => {
    await migrate(url)

    const status = spawnSync(process.execPath, [PRISMA, 'migrate', 'status'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    })

    expect(status.stdout).toContain('Database schema is up to date')
  })
})
