import fs from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { freshName } from '#lib/testing/factories.ts'
import { FIRST_RELEASE_ROWS } from '#lib/testing/first-release-rows.ts'
import { overwriteText, server, setUpBackup, urlOf, withDatabase } from '#lib/testing/setup/storage/backup.ts'
import { applyInTransaction, applyMigrations } from '#prisma/migrate.ts'
import { dropDatabase, ensureDatabase, withClient } from '../server/postgres/databases.ts'
import { migrateEngine } from '../worker/migrate-engine.ts'
import { writeBackup } from './write-backup.ts'

const backup = setUpBackup()
const { inFolder, writeChanged, restore, countPeople, elsewhere, here } = backup

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
      () =>
        writeChanged((archive) => overwriteText(archive, '20261120000000_market', '20991120000000_market')),
      'another version of Guildhall, 0.1.0: this one lacks 20991120000000_market',
    ],
    [
      'one whose tables are not what its migrations make',
      () => writeChanged((archive) => overwriteText(archive, '"passwordHash"', '"passwordHasx"')),
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
    fs.writeFileSync(file, gzipSync(overwriteText(archive, 'ada@test.local', 'X')))

    await expect(restore(file, true)).rejects.toThrow('does not match')

    expect(await countPeople()).toBeGreaterThan(1)
    expect(await tablesOf(elsewhere)).toEqual(await tablesOf(here))
  })
})
