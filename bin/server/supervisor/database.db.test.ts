// The embedded database as `npm start` opens it: the site's role reads and writes rows, and nothing more.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyMigrations } from '#prisma/migrate.ts'
import { ensureDatabase, withClient } from '../postgres/databases.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { openDatabase, type RunningDatabase } from './database.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-role-'))
let database: RunningDatabase

/** Creates a cluster as an older version left it: the superuser owns everything, and there is no other role. */
async function makeOldCluster(): Promise<void> {
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres') })
  await ensureDatabase(postgres.url('postgres'), 'guildhall')
  await applyMigrations(postgres.url('guildhall'))
  await withClient(postgres.url('guildhall'), (client) =>
    client.query(`insert into "User" (id, email, name) values ('old', 'old@test.local', 'Old')`),
  )
  await postgres.stop()
  fs.writeFileSync(path.join(folder, 'postgres', 'filled'), '')
}

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', '')
  await makeOldCluster()
  database = await openDatabase(folder, () => {})
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const ask = async (sql: string) => (await withClient(database.url, (client) => client.query(sql))).rows

test('the site has its own database role that is not a superuser, also in a cluster of an older version', async () => {
  const [role] = await ask('select * from pg_roles where rolname = current_user')

  expect(role).toMatchObject({
    rolname: 'guildhall_site',
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
  })
  expect(await ask(`select name from "User" where id = 'old'`)).toEqual([{ name: 'Old' }])
  expect(await ask(`update "User" set name = 'New' where id = 'old' returning name`)).toEqual([
    { name: 'New' },
  ])
  expect(await ask('select count(*)::int as n from dbos.workflow_status')).toEqual([{ n: 0 }])
})

test.each([
  ['add a table', 'create table public.more (id int)'],
  ['change a table', 'alter table "User" add column more text'],
  ['drop a table', 'drop table "LedgerLine"'],
  ['switch a trigger off', 'alter table "LedgerLine" disable trigger user'],
  ['skip triggers', `set session_replication_role = 'replica'`],
  ['empty a table', 'truncate "LedgerLine"'],
  ['change a line of the ledger', 'update "LedgerLine" set "amountMicros" = 1'],
  ['delete a transfer', 'delete from "LedgerTransfer"'],
  ['change the record of migrations', 'delete from _prisma_migrations'],
  ['change the engine', 'drop table dbos.workflow_status'],
  ['become the owner', 'set role postgres'],
  ['read a file of the host', `select pg_read_file('/etc/passwd')`],
  ['run a program on the host', `copy "User" to program 'cat'`],
])('the database role of the site cannot %s', async (_, sql) => {
  // 42501: insufficient_privilege
  await expect(ask(sql)).rejects.toMatchObject({ code: '42501' })
})
