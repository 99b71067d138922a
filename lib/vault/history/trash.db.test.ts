import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { setUpVaultHistory } from '../../testing/setup/storage/vault-history.ts'
import { createFile, ensureFolder } from '../files/create-file.ts'
import { deleteFile } from '../files/rename-file.ts'
import { writeFile } from '../files/write-file.ts'
import { emptyTrash, listTrash, restoreFromTrash } from './trash.ts'
import { undo } from './undo.ts'

const history = setUpVaultHistory()
const { readAll, latestOperation, undoLatest } = history

describe('the trash', () => {
  test('the trash contains deleted files, and restores them completely, under another name if theirs is taken', async () => {
    await writeFile(history.vault, { path: 'dir/sub/a.md', content: 'one' })
    await writeFile(history.vault, { path: 'dir/b.md', content: 'two' })
    await deleteFile(history.vault, { path: 'dir' })
    const [entry] = await listTrash(history.vault)
    expect(entry).toMatchObject({ path: 'dir', entries: 4, by: { name: 'Ada' } })
    await ensureFolder(history.vault, { path: 'dir' })

    const back = await restoreFromTrash(history.vault, { operationId: entry?.operationId ?? '' })

    expect(back).toMatchObject({ path: 'dir (2)' })
    expect(await readAll()).toEqual({
      dir: '/',
      'dir (2)': '/',
      'dir (2)/b.md': 'two',
      'dir (2)/sub': '/',
      'dir (2)/sub/a.md': 'one',
    })
    expect(await listTrash(history.vault)).toEqual([])
    const again = restoreFromTrash(history.vault, { operationId: entry?.operationId ?? '' })
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('the trash once emptied restores nothing, and neither do permanently deleted files', async () => {
    await writeFile(history.vault, { path: 'a.md', content: 'one' })
    await deleteFile(history.vault, { path: 'a.md' })
    const [entry] = await listTrash(history.vault)
    await writeFile(history.vault, { path: 'b.md', content: 'secret' })
    const writing = await latestOperation()
    await deleteFile(history.vault, { path: 'b.md', trash: false })

    expect(await emptyTrash(history.vault)).toBe(1)

    expect(await listTrash(history.vault)).toEqual([])
    const events = await database().auditEvent.findMany({
      where: { actorId: history.vault.userId },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action, subject }) => [action, subject])).toEqual([
      ['vault.forget', 'b.md'],
      ['vault.forget', 'a.md'],
    ])
    const operationIds = [entry?.operationId ?? '']
    await expect(undo(history.vault, { operationIds })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    await expect(undoLatest()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    // This operation created the file, which is gone, so there is nothing to undo.
    await expect(undo(history.vault, { operationIds: [writing] })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('the trash is empty after emptying, however much was in it', async () => {
  for (const path of ['a.md', 'b.md', 'c.md', 'd.md', 'e.md']) {
    await createFile(history.vault, { path, content: path })
    await deleteFile(history.vault, { path })
  }

  expect(await emptyTrash(history.vault, { atOnce: 2 })).toBe(5)
  expect(await listTrash(history.vault)).toEqual([])
})
