// Tests the history of one file, and of the whole vault.
import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { makeUser } from '../../testing/factories.ts'
import { createFile, ensureFolder } from '../files/create-file.ts'
import { listFiles } from '../files/list-files.ts'
import { deleteFile, renameFile } from '../files/rename-file.ts'
import { writeFile } from '../files/write-file.ts'
import type { VaultWriter } from '../vault.ts'
import { listFileHistory, listJournal, readVersion } from './history.ts'
import { restoreFromTrash } from './trash.ts'
import { undo } from './undo.ts'

let vault: VaultWriter
beforeEach(async () => {
  const user = await makeUser({ name: 'Ada' })
  vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
})

const run = (runId: string, planRunId: string): VaultWriter => ({
  ...vault,
  cause: { runId, planRunId, stepId: 'a' },
})
let count = 0
const fresh = () => `run_${Date.now()}_${count++}`

describe('of a file', () => {
  test('the history of a file follows it through renames, and shows who, why and what', async () => {
    await writeFile({ ...vault, cause: { note: 'by hand' } }, { path: 'a.md', content: 'one' })
    const runId = fresh()
    await writeFile(run(runId, 'plan_1'), { path: 'a.md', content: 'two' })
    await renameFile(vault, { fromPath: 'a.md', toPath: 'b.md' })

    const lines = await listFileHistory(vault, 'b.md')

    expect(lines.map(({ what, by, runId: of, note }) => [what, by.name, of, note])).toEqual([
      ['renamed', 'Ada', null, null],
      ['modified', 'Ada', runId, null],
      ['created', 'Ada', null, 'by hand'],
    ])
    expect(await listFileHistory(vault, 'b.md', { before: lines[1]?.seq ?? '' })).toEqual([lines[2]])
    expect(await readVersion(vault, lines[1]?.etagBefore ?? '')).toBe('one')
  })

  test('a file version that does not exist, or is another organisation’s, is NOT_FOUND', async () => {
    const { etag } = await writeFile(vault, { path: 'a.md', content: fresh() })
    const stranger = await makeUser()

    expect((await listFiles(vault, { offset: 1e300 })).items).toEqual([])
    for (const odd of ['no', '\0', '\ud800']) {
      await expect(readVersion(vault, odd)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(undo(vault, { operationIds: [odd] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(undo(vault, { runId: odd })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(restoreFromTrash(vault, { operationId: odd })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await listJournal(vault, { before: odd })).toBeDefined()
      expect((await listFiles(vault, { extensions: [odd] })).items).toEqual([])
      await writeFile({ ...vault, cause: { note: odd } }, { path: 'noted.md', content: odd.toWellFormed() })
    }
    await expect(readVersion(vault, 'f'.repeat(64))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      readVersion({ db: vault.db, organisationId: stranger.organisation.id }, etag),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('the journal of the vault names the changed entry, not the folders created with it', async () => {
  await createFile(vault, { path: 'In/box/a.md', content: 'a' })
  await ensureFolder(vault, { path: 'p/q/r' })
  await renameFile(vault, { fromPath: 'In/box/a.md', toPath: 'Out/b.md' })
  await renameFile(vault, { fromPath: 'In', toPath: 'Old/In' })
  await createFile(vault, { path: 'Out/c.md', content: 'c' })
  await deleteFile(vault, { path: 'Out' })

  const lines = (await listJournal(vault)).map(({ kind, path, entries }) => [kind, path, entries])

  expect(lines).toEqual([
    ['delete', 'Out', 3],
    ['create', 'Out/c.md', 1],
    ['rename', 'Old/In', 2],
    ['rename', 'Out/b.md', 1],
    ['folder', 'p/q/r', 1],
    ['create', 'In/box/a.md', 1],
  ])
})
