// Tests how much a vault may contain, how long it stores history, and what is deleted.

import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweepBlobs } from '../blobs/blobs.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { AppError } from '../kernel/errors.ts'
import { everyNth, readCorpus, withCorpus } from '../testing/corpus.ts'
import { makeUser } from '../testing/factories.ts'
import { importZip } from './archive/import-zip.ts'
import { createFile } from './files/create-file.ts'
import { listFiles } from './files/list-files.ts'
import { readFile } from './files/read-file.ts'
import { deleteFile } from './files/rename-file.ts'
import { writeFile } from './files/write-file.ts'
import { listFileHistory, listJournal, readVersion } from './history/history.ts'
import { listTrash } from './history/trash.ts'
import { undo } from './history/undo.ts'
import { vaultPathError } from './model/vault-path.ts'
import { findVaultTotals } from './rows/vault-files.ts'
import type { VaultWriter } from './vault.ts'
import { sweepVault } from './vault-usage.ts'

const SETTINGS = ['QUOTA_MB', 'FILE_MB', 'FILES', 'HISTORY_MB', 'HISTORY_DAYS'].map(
  (name) => `GUILDHALL_VAULT_${name}`,
)
let vault: VaultWriter
beforeEach(async () => {
  const user = await makeUser()
  vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
})
afterEach(() => {
  for (const name of SETTINGS) delete process.env[name]
})

const KB = 1024
const ofSize = (sizeBytes: number, fill = 'x') => Buffer.alloc(sizeBytes, fill)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** Makes the history and contents of this vault `days` older; other tests have vaults of their own. */
async function age(days: number): Promise<void> {
  const { organisationId } = vault
  const past = `${days} days`
  await database().$executeRaw`
    update "VaultOperation" set "createdAt" = "createdAt" - ${past}::interval where "organisationId" = ${organisationId}`
  await database().$executeRaw`
    update "VaultContent" set "touchedAt" = "touchedAt" - ${past}::interval where "organisationId" = ${organisationId}`
}

describe('the quota', () => {
  test('the vault’s quota is never exceeded, even by simultaneous writes', async () => {
    process.env.GUILDHALL_VAULT_QUOTA_MB = String(100 / 1024)

    const all = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name) =>
        writeFile(vault, { path: `${name}.md`, content: ofSize(40 * KB, name) }),
      ),
    )

    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refused = all.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'Your organisation’s vault is limited to 100 KB, and this change would exceed that by 20 KB.',
      options: { limit: { what: 'vault_storage', max: 100 * KB, used: 80 * KB, unit: 'bytes' } },
    })
    expect((await findVaultTotals(vault.db, vault.organisationId)).usedBytes).toBe(80 * KB)
  })

  test('an archive that unpacks to more than the quota is refused before it is unpacked', async () => {
    process.env.GUILDHALL_VAULT_QUOTA_MB = String(100 / 1024)
    const bomb = zipSync({ 'a.txt': new Uint8Array(200 * KB) })
    expect(bomb.length).toBeLessThan(KB)

    for (const collisionStrategy of ['error', 'overwrite'] as const)
      await expect(importZip(vault, bomb, { collisionStrategy })).rejects.toMatchObject({
        code: 'LIMIT_REACHED',
        options: { limit: { what: 'vault_storage' } },
      })
    expect(await database().vaultContent.count({ where: { organisationId: vault.organisationId } })).toBe(0)
  })

  test('the vault’s quota counts deleted files as free, and allows changes that reduce usage', async () => {
    await writeFile(vault, { path: 'a.md', content: ofSize(80 * KB) })
    process.env.GUILDHALL_VAULT_QUOTA_MB = String(50 / 1024)

    await writeFile(vault, { path: 'a.md', content: ofSize(70 * KB) })
    await expect(writeFile(vault, { path: 'b.md', content: 'x' })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    })
    await deleteFile(vault, { path: 'a.md' })
    await writeFile(vault, { path: 'b.md', content: 'x' })
  })

  test('the vault’s quota counts files and folders too', async () => {
    process.env.GUILDHALL_VAULT_FILES = '3'
    await createFile(vault, { path: 'a/b/c.md', content: '' })

    await expect(createFile(vault, { path: 'd.md', content: '' })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    })
    await writeFile(vault, { path: 'a/b/c.md', content: 'longer' })
  })

  test('an upload to the vault that is too large is stopped on its way', async () => {
    process.env.GUILDHALL_VAULT_FILE_MB = '1'
    let sent = 0
    const endless = async function* () {
      for (; sent < 100; sent += 1) yield ofSize(300 * KB)
    }

    await expect(writeFile(vault, { path: 'a.bin', content: endless() })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ keyword: 'maxBytes' }] },
    })
    expect(sent).toBeLessThan(10)
  })
})

describe('history', () => {
  test('the vault’s history is deleted from the oldest entry when it exceeds its limit', async () => {
    process.env.GUILDHALL_VAULT_HISTORY_MB = String(100 / 1024)
    for (const fill of ['1', '2', '3', '4', '5'])
      await writeFile(vault, { path: 'a.md', content: ofSize(40 * KB, fill) })

    const lines = await listFileHistory(vault, 'a.md')

    expect(lines.map(({ isUndoable }) => isUndoable)).toEqual([true, true, false, false, false])
    expect((await findVaultTotals(vault.db, vault.organisationId)).historyBytes).toBe(80 * KB)
    const { undone } = await undo(vault, {
      operationIds: lines.slice(0, 2).map(({ operationId }) => operationId),
    })
    expect(undone).toHaveLength(2)
    expect((await readFile(vault, { path: 'a.md', maxBytes: 1 })).content).toBe('3')
  })

  test('the vault’s history and trash are stored for the configured time, with their content; existing files stay', async () => {
    process.env.GUILDHALL_VAULT_HISTORY_DAYS = '10'
    const old = `old ${crypto.randomUUID()}`
    const { etag } = await writeFile(vault, { path: 'a.md', content: old })
    const large = await writeFile(vault, {
      path: 'large.bin',
      content: ofSize(700 * KB, crypto.randomUUID()),
    })
    await writeFile(vault, { path: 'a.md', content: 'new' })
    await deleteFile(vault, { path: 'large.bin' })
    await age(9)
    await sweepVault(vault, inMinutes(20))
    expect(await readVersion(vault, etag)).toBe(old)
    expect(await listTrash(vault)).toHaveLength(1)

    await age(2)
    await sweepVault(vault, inMinutes(40))
    await sweepBlobs(vault)

    await expect(readVersion(vault, etag)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await listTrash(vault)).toEqual([])
    expect(await listJournal(vault)).toEqual([])
    expect(await database().blobContent.count({ where: { sha256: large.etag } })).toBe(0)
    expect((await readFile(vault, { path: 'a.md' })).content).toBe('new')
    expect(await findVaultTotals(vault.db, vault.organisationId)).toMatchObject({
      fileCount: 1,
      historyBytes: 0,
    })
  })

  test('large content of an existing file outlives the sweep of blobs', async () => {
    const content = ofSize(700 * KB, crypto.randomUUID())
    await writeFile(vault, { path: 'large.bin', content })

    await age(100)
    await sweepVault(vault, inMinutes(60))
    await sweepBlobs(vault)

    expect((await readFile(vault, { path: 'large.bin', as: 'base64' })).content).toBe(
      content.toString('base64'),
    )
  })
})

const NAUGHTY = everyNth(readCorpus<{ value: string }>('naughty-strings'), 5)

test(
  'naughty strings as names and contents of files round-trip, or are refused by a rule',
  withCorpus(NAUGHTY.length > 0),
  async () => {
    const codeOf = (thrown: AppError) => thrown.code
    let storedCount = 0
    for (const [index, { value }] of NAUGHTY.entries()) {
      const content = await createFile(vault, { path: `contents/${index}.md`, content: value }).catch(codeOf)
      if (typeof content === 'string')
        expect([content, value.isWellFormed()]).toEqual(['INVALID_INPUT', false])
      else expect((await readFile(vault, { path: content.path })).content).toBe(value)

      const path = `names/${index}/${value}`
      const made = await createFile(vault, { path, content: `${index}` }).catch(codeOf)
      if (typeof made === 'string')
        expect([made, vaultPathError(path)]).toEqual(['POLICY_DENIED', expect.any(String)])
      else {
        storedCount += 1
        expect(made.path).toBe(path.normalize('NFC'))
        expect((await readFile(vault, { path })).content).toBe(`${index}`)
      }
    }
    const { items } = await listFiles(vault, { prefix: 'names', recursive: true, limit: 10_000 })
    expect(items.filter(({ kind }) => kind === 'file')).toHaveLength(storedCount)
    expect(storedCount).toBeGreaterThan(NAUGHTY.length / 2)
  },
)
