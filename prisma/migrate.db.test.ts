import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { dropDatabase, ensureDatabase, withClient } from '#bin/server/postgres/databases.ts'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { FORMER_ROWS } from '#lib/testing/former-rows.ts'
import { folderOf, vaultKey } from '#lib/vault/model/vault-path.ts'
import { BASELINE, FORMER_MIGRATIONS } from './former-migrations.ts'
import { applyInTransaction, applyMigrations } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'
import { makeDriver } from './schema-engine/serve.mjs'

const run = promisify(execFile)
const LAST_FORMER = FORMER_MIGRATIONS.at(-1)
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

test('files whose names differed only by “ẞ” and “ß” keep their content under two names', async () => {
  await inFreshDatabase(async (url) => {
    await withClient(url, async (client) => {
      await applyInTransaction(client, (name) => name < '20261129030000_fold_sharp_s')
      await client.query(`
        insert into "Organisation" (id, name) values ('o', 'O'), ('p', 'P');
        insert into "Vault" ("organisationId") values ('o'), ('p');`)
      const rows = [
        ['o', 'STRAẞE', 'straße', ''],
        ['o', 'STRAẞE/a.md', 'straße/a.md', 'straße'],
        ['o', 'Straße', 'strasse', ''],
        ['o', 'Straße/A.md', 'strasse/a.md', 'strasse'],
        ['p', 'ẞ.md', 'ß.md', ''],
      ]
      for (const [organisation, file, key, parent] of rows)
        await client.query(
          `insert into "VaultFile" (id, "organisationId", path, key, "parentKey", "isFolder", "modifiedAt", "createdAt")
           values (gen_random_uuid(), $1, $2, $3, $4, false, now(), now())`,
          [organisation, file, key, parent],
        )

      await applyInTransaction(client, (name) => name === '20261129030000_fold_sharp_s')

      const stored = await client.query('select path, key, "parentKey" from "VaultFile" order by path')
      expect(new Set(stored.rows.map(({ path: file }) => file))).toEqual(
        new Set(['STRAẞ_E', 'STRAẞ_E/a.md', 'Straße', 'Straße/A.md', 'ẞ.md']),
      )
      for (const { path: file, key, parentKey } of stored.rows)
        expect([key, parentKey]).toEqual([vaultKey(file), vaultKey(folderOf(file))])
    })
  })
})

/** Fills a database as the last of the early versions left it: their tables, which are those of the baseline, and rows. */
async function makeFormerDatabase(client: pg.Client): Promise<void> {
  await applyInTransaction(client, (name) => name === BASELINE)
  await client.query('delete from _prisma_migrations')
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     select gen_random_uuid(), 'of then', name, now(), 1 from unnest($1::text[]) as name`,
    [FORMER_MIGRATIONS],
  )
  await client.query(FORMER_ROWS)
}

test('a database of an early version keeps its rows: its migrations count as the baseline', async () => {
  await inFreshDatabase(async (url) => {
    await withClient(url, makeFormerDatabase)

    await applyMigrations(url)

    await withClient(url, async (client) => {
      const { rows } = await client.query(
        'select migration_name as name, applied_steps_count as steps from _prisma_migrations where finished_at is not null order by 1',
      )
      const names = [...readMigrations().map(({ name }) => name), ...FORMER_MIGRATIONS]
      expect(rows.map(({ name }) => name)).toEqual(names.sort())
      expect(rows[0]).toEqual({ name: BASELINE, steps: 0 })
      expect((await client.query('select id, input from "Run"')).rows).toEqual([
        { id: 'run_1', input: { name: 'Ada' } },
      ])
    })
    expect(await applyMigrations(url)).toBe(0)
  })
})

test.each<[what: string, change: string]>([
  [
    'that never got the last of its migrations',
    `delete from _prisma_migrations where migration_name = '${LAST_FORMER}'`,
  ],
  [
    'whose last migration failed',
    `update _prisma_migrations set finished_at = null where migration_name = '${LAST_FORMER}'`,
  ],
])('a database of an early version %s is refused, with what to do', async (_, change) => {
  await inFreshDatabase(async (url) => {
    await withClient(url, async (client) => {
      await makeFormerDatabase(client)
      await client.query(change)
    })

    await expect(applyMigrations(url)).rejects.toThrow(/only some .*git checkout/)

    await withClient(url, async (client) => {
      const { rows } = await client.query(
        'select count(*)::int as count from _prisma_migrations where migration_name = $1',
        [BASELINE],
      )
      expect(rows).toEqual([{ count: 0 }])
      expect((await client.query('select id from "Run"')).rows).toEqual([{ id: 'run_1' }])
    })
  })
})

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
