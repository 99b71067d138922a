import fs from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { freshName } from '#lib/testing/factories.ts'
import { FORMER_ROWS } from '#lib/testing/former-rows.ts'
import { overwriteText, server, setUpBackup, urlOf, withDatabase } from '#lib/testing/setup/storage/backup.ts'
import { BASELINE, FORMER_MIGRATIONS } from '#prisma/former-migrations.ts'
import { applyMigrations } from '#prisma/migrate.ts'
import { type Migration, readMigrations } from '#prisma/read-migrations.ts'
import { dropDatabase, ensureDatabase, withClient } from '../server/postgres/databases.ts'
import { migrateEngine } from '../worker/migrate-engine.ts'
import { type OpenBackup, openBackup } from './backup-format.ts'
import { writeBackup } from './write-backup.ts'

const LATER: Migration = {
  name: '99991231000000_later',
  sql: `alter table "User" add column "later" text not null default 'new'`,
  checksum: 'of this test',
}

const backup = setUpBackup()
const { inFolder, writeChanged, restore, countPeople, elsewhere } = backup

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
      () => writeChanged((archive) => overwriteText(archive, backup.made.user.email, 'X')),
      'does not match',
    ],
    [
      'one whose rows no table takes',
      () => writeChanged((archive) => overwriteText(archive, backup.made.user.email, '\n')),
      'The rows of public.User were rejected',
    ],
    [
      'one of another format',
      () => writeChanged((archive) => overwriteText(archive, '"format": 1', '"format": 9')),
      'format 9',
    ],
    [
      'one of a newer version',
      () => writeChanged((archive) => overwriteText(archive, '0_baseline', '9_baseline')),
      'another version of Guildhall, 1.0.0: this one lacks 9_baseline',
    ],
    [
      'one whose tables are not what its migrations make',
      () => writeChanged((archive) => overwriteText(archive, '"passwordHash"', '"passwordHasx"')),
      'differ from those of the backup',
    ],
  ])('a refused backup leaves the database unchanged: %s', async (_, file, message) => {
    await expect(restore(file())).rejects.toThrow(message)
    expect(await countPeople()).toBe(0)
  })

  test('a backup is not restored into a database that another process uses', async () => {
    await withClient(elsewhere, async () => {
      await expect(restore(inFolder('whole.tgz'))).rejects.toThrow('using this database')
    })
    expect(await countPeople()).toBe(0)
  })
})

describe('a backup of an earlier version', () => {
  const earlier = urlOf(freshName('earlier'))
  let newer: typeof import('#prisma/migrate.ts') & typeof import('./restore-backup.ts')
  const nameOf = (url: string) => new URL(url).pathname.slice(1)
  const columnsOf = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query(
        `select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
         where table_schema in ('public', 'dbos') order by 1, 2`,
      )
      return rows
    })

  beforeAll(async () => {
    await ensureDatabase(server, nameOf(earlier))
    await applyMigrations(earlier)
    await withClient(earlier, (client) => client.query(FORMER_ROWS))
    await migrateEngine(earlier)
    await writeBackup({ databaseUrl: earlier, file: inFolder('earlier.tgz') })
    // Modules of a version with one more migration.
    vi.doMock('#prisma/read-migrations.ts', () => ({ readMigrations: () => [...readMigrations(), LATER] }))
    vi.resetModules()
    newer = { ...(await import('#prisma/migrate.ts')), ...(await import('./restore-backup.ts')) }
    await newer.applyMigrations(elsewhere)
  })

  afterAll(async () => {
    vi.doUnmock('#prisma/read-migrations.ts')
    // Other files of this process would go on with the modules of the later version.
    vi.resetModules()
    await dropDatabase(server, nameOf(earlier))
  })

  test('a backup of an earlier version is restored with its rows, and migrated to this version', async () => {
    const columns = await columnsOf(elsewhere)

    await restoreByNewer(await openBackup(inFolder('earlier.tgz')))

    const runs = await withDatabase(elsewhere, () => database().run.findMany())
    expect(runs).toMatchObject([{ id: 'run_1', channel: 'form', input: { name: 'Ada' } }])
    expect(await columnsOf(elsewhere)).toEqual(columns)
    expect(columns).toContainEqual(expect.objectContaining({ column_name: 'later' }))
    expect(await newer.applyMigrations(elsewhere)).toBe(0)
  })

  test('a backup of an earlier version that lists the migrations that the baseline replaced is restored as well', async () => {
    const columns = await columnsOf(elsewhere)

    await restoreFormer(FORMER_MIGRATIONS)

    const runs = await withDatabase(elsewhere, () => database().run.findMany({ select: { id: true } }))
    expect(runs).toEqual([{ id: 'run_1' }])
    expect(await columnsOf(elsewhere)).toEqual(columns)
  })

  test('a backup of an earlier version that lists only some of the migrations that the baseline replaced is refused, with what to do', async () => {
    await expect(restoreFormer(FORMER_MIGRATIONS.slice(0, -1))).rejects.toThrow(/only some .*git checkout/)
  })

  test('a backup of an earlier version that is damaged leaves the database unchanged', async () => {
    const [people, columns] = [await countPeople(), await columnsOf(elsewhere)]
    const file = inFolder('damaged.tgz')
    const archive = gunzipSync(fs.readFileSync(inFolder('earlier.tgz')))
    fs.writeFileSync(file, gzipSync(overwriteText(archive, 'ada@test.local', 'X')))

    await expect(restoreByNewer(await openBackup(file))).rejects.toThrow('does not match')

    expect(await countPeople()).toBe(people)
    expect(await columnsOf(elsewhere)).toEqual(columns)
  })

  /** Restores the backup as if a version from before the baseline had written its list of migrations. */
  async function restoreFormer(names: readonly string[]): Promise<void> {
    const opened = await openBackup(inFolder('earlier.tgz'))
    const others = opened.heading.migrations.filter((id) => !id.startsWith(BASELINE))
    const heading = {
      ...opened.heading,
      migrations: [...names.map((name) => `${name} 0123456789ab`), ...others],
    }
    await restoreByNewer({ ...opened, heading })
  }

  async function restoreByNewer(backup: OpenBackup): Promise<void> {
    await newer.restoreBackup({ databaseUrl: elsewhere, backup, isReplacing: true })
  }
})
