// Restores a backup into another database: it has the same rows and Guildhall continues to work with it.
import fs from 'node:fs'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkSignIn } from '#lib/accounts/sign-in.ts'
import { openBlob } from '#lib/blobs/blobs.ts'
import { listen } from '#lib/kernel/db/notifications.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { exportDraftFolder } from '#lib/publishing/drafts/export-draft.ts'
import { runToEnd } from '#lib/runs/start/start-run.ts'
import { contextFor, freshName, visitor } from '#lib/testing/factories.ts'
import { moneyOf } from '#lib/testing/fund-wallet.ts'
import {
  AWKWARD,
  CONTENT,
  FILE,
  PASSWORD,
  setUpBackup,
  urlOf,
  withDatabase,
} from '#lib/testing/setup/storage/backup.ts'
import { readFile } from '#lib/vault/files/read-file.ts'
import { listFileHistory } from '#lib/vault/history/history.ts'
import { withClient } from '../server/postgres/databases.ts'
import { checkRestoredLedger } from './older-schema.ts'
import { writeBackup } from './write-backup.ts'

const backup = setUpBackup()
const { restore, inFolder, elsewhere, here, folder } = backup

describe('a restored database', () => {
  beforeAll(async () => {
    await restore(inFolder('whole.tgz'))
  })

  test('a restored database has the same rows in every table', async () => {
    const again = await writeBackup({ databaseUrl: elsewhere, file: inFolder('again.tgz') })

    expect(again.manifest).toEqual(backup.written.manifest)
    expect(backup.written.manifest.tables['public.BlobChunk']?.rows).toBeGreaterThan(2)
    expect(backup.written.manifest.tables['dbos.workflow_status']?.rows).toBeGreaterThan(0)
  })

  test('a restored database is a working site: people sign in, read, run and pay', async () => {
    const { user, request, run, waiting, blob, skillSetId } = backup.made
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

      // The last notification of a run follows its end; the database must not be left before.
      const last = Promise.withResolvers<void>()
      const stop = await listen('guildhall_runs', (payload) => {
        if (payload?.includes('"ended"')) last.resolve()
      })
      expect(await runToEnd(ctx, request)).toMatchObject({ state: 'succeeded', charged: '0.05' })
      await last.promise
      stop()
      // The wallet was filled with 1; two runs were paid, and a queued one reserves its price.
      expect(await moneyOf(user.organisation.id)).toMatchObject({ wallet: 850_000n, hold: 50_000n })
    })
  })

  test('a restored database is guarded as before', async () => {
    await withClient(elsewhere, async (client) => {
      await expect(client.query('delete from "LedgerLine"')).rejects.toThrow('append-only')
    })
  })

  test('a database is not overwritten by a backup without an explicit option', async () => {
    await expect(restore(inFolder('whole.tgz'))).rejects.toThrow('not empty')

    await restore(inFolder('whole.tgz'), true)

    const again = await writeBackup({ databaseUrl: elsewhere, file: inFolder('replaced.tgz') })
    expect(again.manifest).toEqual(backup.written.manifest)
  })

  test.each([
    ['a line that nothing balances', `update "LedgerLine" set "amountMicros" = "amountMicros" + 1`, /zero/],
    [
      'a balance that no line explains',
      `update "LedgerAccount" set "balanceMicros" = "balanceMicros" + 1`,
      /balance/,
    ],
    ['a hold without its money', `update "Run" set "holdMicros" = 70000 where "state" = 'queued'`, /hold/],
  ])('a backup with %s is not restored', async (_, harm, problem) => {
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

test('a backup is not written over another, and leaves nothing when it fails', async () => {
  await expect(writeBackup({ databaseUrl: here, file: inFolder('whole.tgz') })).rejects.toThrow(
    'already exists',
  )
  const file = inFolder('failed.tgz')
  await expect(writeBackup({ databaseUrl: urlOf(freshName('nowhere')), file })).rejects.toThrow()
  expect(fs.readdirSync(folder).filter((each) => each.includes('failed'))).toEqual([])
})
