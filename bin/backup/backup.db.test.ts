// Restores a backup into another database: it has the same rows and Guildhall continues to work with it.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSignIn } from '#lib/accounts/sign-in.ts'
import { createBlob, openBlob } from '#lib/blobs/blobs.ts'
import { database } from '#lib/db/core/prisma-client.ts'
import { bytesPool } from '#lib/db/core/sql.ts'
import { runToEnd, startRun } from '#lib/runs/start/start-run.ts'
import { exportDraftFolder } from '#lib/studio/export-draft.ts'
import { importFolder } from '#lib/studio/import-folder.ts'
import { cheapPasswordHash } from '#lib/testing/cheap-password-hash.ts'
import { copyDatabase } from '#lib/testing/copy-database.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '#lib/testing/factories.ts'
import { FIRST_RELEASE_ROWS } from '#lib/testing/first-release-rows.ts'
import { fundWallet, moneyOf } from '#lib/testing/fund-wallet.ts'
import { readFile } from '#lib/vault/files/read-file.ts'
import { writeFile } from '#lib/vault/files/write-file.ts'
import { listFileHistory } from '#lib/vault/history/history.ts'
import { addWebhook } from '#lib/webhooks/manage-webhooks.ts'
import { applyInTransaction, applyMigrations } from '#prisma/migrate.ts'
import { runCli } from '../guildhall.ts'
import { dropDatabase, ensureDatabase, withClient } from '../postgres/databases.ts'
import { migrateEngine } from '../worker/migrate-engine.ts'
import { openBackup } from './backup-format.ts'
import { checkRestoredLedger } from './older-schema.ts'
import { restoreBackup } from './restore-backup.ts'
import { type WrittenBackup, writeBackup } from './write-backup.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-backup-'))
const inFolder = (name: string) => path.join(folder, name)
const server = process.env.DATABASE_URL ?? ''
const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

// The databases are separate: the one that test files share may contain hundreds of megabytes.
const names = { saved: freshName('saved'), restored: freshName('restored') }
const here = urlOf(names.saved)
const elsewhere = urlOf(names.restored)

const PASSWORD = 'correct horse battery'
// Contains characters that text formats tend to lose.
const AWKWARD = 'tab\t line\n back\\slash \\N \u{1f600} “é” \u202e ' + "'quote' \\."
const CONTENT = new Uint8Array(1_200_000).map((_, index) => (index * 31) % 251)

const FILE = 'Notes/Über.md'

let written: WrittenBackup
let made: Awaited<ReturnType<typeof makeSomething>>

async function makeSomething() {
  const user = await makeUser({ passwordHash: await cheapPasswordHash(PASSWORD), name: AWKWARD })
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const skills = [makeSkillDocument({ pricing })]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  await fundWallet(user.organisation.id, '1')
  const ctx = await contextFor(user)
  const request = { skill: { name: version.skillName }, args: { name: AWKWARD } }
  const run = await runToEnd(ctx, request)
  const { run: waiting } = await startRun(ctx, { ...request, isDeferred: true })
  const blob = await createBlob(ctx, { content: CONTENT, kind: 'application/octet-stream' })
  const vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
  const publisher = await makePublisher({ owner: user })
  const skillFolder = [
    { path: 'SKILL.md', bytes: Buffer.from('---\nname: fonts\ndescription: Has fonts.\n---\n\nUse them.\n') },
    { path: 'font.ttf', bytes: CONTENT },
  ]
  const { skillSetId } = await importFolder(ctx, { content: skillFolder, handle: publisher.handle })
  await writeFile(vault, { path: FILE, content: 'first' })
  await writeFile(vault, { path: FILE, content: AWKWARD })
  // The secret of the webhook is stored encrypted.
  await addWebhook(ctx, { url: 'https://example.org/told' })
  return { user, request, run, waiting, blob, skillSetId }
}

beforeAll(async () => {
  for (const name of Object.values(names)) await copyDatabase(name)
  made = await withDatabase(here, makeSomething)
  written = await writeBackup({ databaseUrl: here, file: inFolder('whole.tgz') })
})

afterAll(async () => {
  for (const name of Object.values(names)) await dropDatabase(server, name)
  fs.rmSync(folder, { recursive: true })
})

async function restore(file: string, isReplacing = false) {
  return restoreBackup({ databaseUrl: elsewhere, backup: await openBackup(file), isReplacing })
}

async function countPeople(): Promise<number> {
  return withClient(elsewhere, async (client) => {
    const { rows } = await client.query('select count(*)::int as n from "User"')
    return rows[0].n
  })
}

type GlobalConnections = { guildhallDatabase: ReturnType<typeof database>; guildhallBytes: pg.Pool }

/** Runs `work` with the product connected to the database at `url`. */
async function withDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const connections = globalThis as unknown as Partial<GlobalConnections>
  const { guildhallDatabase, guildhallBytes } = connections
  process.env.DATABASE_URL = url
  connections.guildhallDatabase = undefined
  connections.guildhallBytes = undefined
  try {
    return await work()
  } finally {
    await Promise.all([database().$disconnect(), bytesPool().end()])
    process.env.DATABASE_URL = server
    Object.assign(connections, { guildhallDatabase, guildhallBytes })
  }
}

/** Writes a copy of the backup, changed by `change`, and returns its path. */
function changed(change: (archive: Buffer) => Buffer): string {
  const file = inFolder(`${freshName('changed')}.tgz`)
  fs.writeFileSync(file, gzipSync(change(gunzipSync(fs.readFileSync(inFolder('whole.tgz')))), { level: 1 }))
  return file
}

/** `to` must be as long as `from`, because an archive states how long its files are. */
function overwritten(archive: Buffer, from: string, to: string): Buffer {
  archive.write(to, archive.indexOf(from))
  return archive
}

describe('a refused backup leaves the database unchanged', () => {
  const cut = () => {
    const file = inFolder('cut.tgz')
    const bytes = fs.readFileSync(inFolder('whole.tgz'))
    fs.writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * 0.8)))
    return file
  }
  const other = () => {
    const file = inFolder('other.tgz')
    fs.writeFileSync(file, 'no gzip at all')
    return file
  }

  test.each<[what: string, file: () => string, why: string | RegExp]>([
    ['a missing file', () => inFolder('none.tgz'), 'There is no file'],
    ['a file that is something else', other, 'not a Guildhall backup'],
    ['one that was cut off', cut, 'incomplete'],
    [
      'one with another row than was saved',
      () => changed((archive) => overwritten(archive, made.user.email, 'X')),
      'does not match',
    ],
    [
      'one whose rows no table takes',
      () => changed((archive) => overwritten(archive, made.user.email, '\n')),
      'The rows of public.User were rejected',
    ],
    [
      'one of another format',
      () => changed((archive) => overwritten(archive, '"format": 1', '"format": 9')),
      'format 9',
    ],
    [
      'one of a newer version',
      () => changed((archive) => overwritten(archive, '20261120000000_market', '20991120000000_market')),
      'another version of Guildhall, 0.1.0: this one lacks 20991120000000_market',
    ],
    [
      'one whose tables are not what its migrations make',
      () => changed((archive) => overwritten(archive, '"passwordHash"', '"passwordHasx"')),
      'differ from those of the backup',
    ],
  ])('%s', async (_, file, message) => {
    await expect(restore(file())).rejects.toThrow(message)
    expect(await countPeople()).toBe(0)
  })

  test('a database that another process uses', async () => {
    await withClient(elsewhere, async () => {
      await expect(restore(inFolder('whole.tgz'))).rejects.toThrow('using this database')
    })
    expect(await countPeople()).toBe(0)
  })
})

describe('a restored database', () => {
  beforeAll(async () => {
    await restore(inFolder('whole.tgz'))
  })

  test('has the same rows in every table', async () => {
    const again = await writeBackup({ databaseUrl: elsewhere, file: inFolder('again.tgz') })

    expect(again.manifest).toEqual(written.manifest)
    expect(written.manifest.tables['public.BlobChunk']?.rows).toBeGreaterThan(2)
    expect(written.manifest.tables['dbos.workflow_status']?.rows).toBeGreaterThan(0)
  })

  test('is a working site: people sign in, read, run and pay', async () => {
    const { user, request, run, waiting, blob, skillSetId } = made
    await withDatabase(elsewhere, async () => {
      const email = user.email
      expect(await checkSignIn(visitor(), { email, password: PASSWORD }, { address: 'here' })).toMatchObject({
        name: AWKWARD,
      })
      const ctx = await contextFor(user)
      const parts = await Array.fromAsync(openBlob(ctx, blob.id))
      expect(Buffer.concat(parts).equals(CONTENT)).toBe(true)
      const { files } = await exportDraftFolder(ctx, { skillSetId, skill: 'fonts' })
      const [font] = files.filter(({ path }) => path === 'font.ttf')
      expect(Buffer.from(font!.bytes).equals(CONTENT)).toBe(true)
      const vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
      expect(await readFile(vault, { path: FILE })).toMatchObject({ content: AWKWARD })
      expect(await listFileHistory(vault, FILE)).toHaveLength(2)
      expect(await database().run.findUnique({ where: { id: run.id } })).toMatchObject({
        input: { name: AWKWARD },
        chargedMicros: 50_000n,
      })
      expect(await database().run.findUnique({ where: { id: waiting.id } })).toMatchObject({
        state: 'queued',
      })

      expect(await runToEnd(ctx, request)).toMatchObject({ state: 'succeeded', charged: '0.05' })
      // The wallet was filled with 1; two runs were paid, and a queued one reserves its price.
      expect(await moneyOf(user.organisation.id)).toMatchObject({ wallet: 850_000n, hold: 50_000n })
    })
  })

  test('is guarded as before', async () => {
    await withClient(elsewhere, async (client) => {
      await expect(client.query('delete from "LedgerLine"')).rejects.toThrow('append-only')
    })
  })

  test('is not overwritten without an explicit option', async () => {
    await expect(restore(inFolder('whole.tgz'))).rejects.toThrow('not empty')

    await restore(inFolder('whole.tgz'), true)

    const again = await writeBackup({ databaseUrl: elsewhere, file: inFolder('replaced.tgz') })
    expect(again.manifest).toEqual(written.manifest)
  })

  test.each([
    ['a line that nothing balances', `update "LedgerLine" set "amountMicros" = "amountMicros" + 1`, /zero/],
    [
      'a balance that no line explains',
      `update "LedgerAccount" set "balanceMicros" = "balanceMicros" + 1`,
      /balance/,
    ],
    ['a hold without its money', `update "Run" set "holdMicros" = 70000 where "state" = 'queued'`, /hold/],
  ])('is not restored with %s', async (_, harm, problem) => {
    await withClient(elsewhere, async (client) => {
      await client.query('begin')
      for (const table of ['LedgerLine', 'LedgerAccount', 'Run'])
        await client.query(`alter table "${table}" disable trigger user`)
      await client.query('alter table "Run" drop constraint "Run_hold_settled_at_end"')
      await client.query(harm)
      await expect(checkRestoredLedger(client as pg.Client)).rejects.toThrow(problem)
      await client.query('rollback')
    })
  })
})

describe('a backup of an earlier version', () => {
  const earlier = urlOf(freshName('earlier'))
  const nameOf = (url: string) => new URL(url).pathname.slice(1)
  const tablesOf = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query(
        `select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
         where table_schema in ('public', 'dbos') order by 1, 2`,
      )
      return rows
    })

  beforeAll(async () => {
    await ensureDatabase(server, nameOf(earlier))
    await withClient(earlier, async (client) => {
      await applyInTransaction(client, (name) => name === '20261120000000_market')
      await client.query(FIRST_RELEASE_ROWS)
      await applyInTransaction(client, (name) => name < '20261123120000_plain_names')
    })
    await migrateEngine(earlier)
    await writeBackup({ databaseUrl: earlier, file: inFolder('earlier.tgz') })
  })

  afterAll(() => dropDatabase(server, nameOf(earlier)))

  test('is restored with its rows, and migrated to this version', async () => {
    await restore(inFolder('earlier.tgz'), true)

    const runs = await withDatabase(elsewhere, () => database().run.findMany())
    expect(runs).toMatchObject([{ id: 'run_1', channel: 'form', input: { name: 'Ada' } }])
    expect(await tablesOf(elsewhere)).toEqual(await tablesOf(here))
    expect(await applyMigrations(elsewhere)).toBe(0)
  })

  test('that is damaged leaves the database unchanged', async () => {
    await restore(inFolder('whole.tgz'), true)
    const file = inFolder('damaged.tgz')
    const archive = gunzipSync(fs.readFileSync(inFolder('earlier.tgz')))
    fs.writeFileSync(file, gzipSync(overwritten(archive, 'ada@test.local', 'X')))

    await expect(restore(file, true)).rejects.toThrow('does not match')

    expect(await countPeople()).toBeGreaterThan(1)
    expect(await tablesOf(elsewhere)).toEqual(await tablesOf(here))
  })
})

describe('the commands', () => {
  const OTHER = Buffer.alloc(32, 8).toString('base64')

  /** Runs the CLI as in a terminal, with its own data folder and database. */
  async function cli(argv: string[], env: Record<string, string>) {
    const before = { ...process.env }
    Object.assign(process.env, env)
    const output: string[] = []
    const write = (text: string) => output.push(text)
    const code = await runCli(argv, { log: write, error: write })
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    return { code, text: output.join('\n') }
  }

  const keysMissing = (text: string) => text.match(/the master key \w+, which is missing/g) ?? []

  test('report encrypted values and where their key must be, and include the key on request', async () => {
    const [plain, keyed] = [inFolder('plain.tgz'), inFolder('keyed.tgz')]
    const [data, moved] = [inFolder('data'), inFolder('moved')]
    const there = { DATABASE_URL: elsewhere, GUILDHALL_DATA_DIR: moved, GUILDHALL_MASTER_KEY: OTHER }

    const saved = await cli(['backup', plain], { DATABASE_URL: here, GUILDHALL_DATA_DIR: data })
    expect(saved).toMatchObject({ code: 0, text: expect.stringMatching(/sealed.*not in the file/) })
    expect(fs.statSync(plain).mode & 0o077).toBe(0)
    const without = await cli(['restore', plain, '--replace'], there)
    expect(without).toMatchObject({
      code: 0,
      text: expect.stringMatching(/need.* the master key .* is missing/),
    })

    await cli(['backup', keyed, '--with-key'], { DATABASE_URL: here, GUILDHALL_DATA_DIR: data })
    const restored = await cli(['restore', keyed, '--replace', '--with-key'], there)
    expect(restored.code).toBe(0)
    expect(keysMissing(restored.text)).toHaveLength(keysMissing(without.text).length - 1)
    expect(fs.readFileSync(path.join(moved, 'master.key.old'), 'utf8')).toContain(
      process.env.GUILDHALL_MASTER_KEY,
    )
  })

  test('refuse with the reason and exit code 1', async () => {
    const env = { DATABASE_URL: elsewhere, GUILDHALL_DATA_DIR: inFolder('moved') }

    expect(await cli(['restore', inFolder('none.tgz')], env)).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no file'),
    })
    expect(await cli(['backup', inFolder('whole.tgz')], env)).toMatchObject({
      code: 1,
      text: expect.stringContaining('already exists'),
    })
  })
})

test('a backup is not written over another, and leaves nothing when it fails', async () => {
  await expect(writeBackup({ databaseUrl: here, file: inFolder('whole.tgz') })).rejects.toThrow(
    'already exists',
  )
  const file = inFolder('failed.tgz')
  await expect(writeBackup({ databaseUrl: urlOf(freshName('nowhere')), file })).rejects.toThrow()
  expect(fs.readdirSync(folder).filter((each) => each.includes('failed'))).toEqual([])
})
