import { expect, test } from 'vitest'
import { makeUser } from '../../testing/factories.ts'
import { setUpVaultHistory } from '../../testing/setup/storage/vault-history.ts'
import { createFile, ensureFolder } from '../files/create-file.ts'
import { deleteFile, renameFile } from '../files/rename-file.ts'
import { writeFile } from '../files/write-file.ts'
import { listChangedFiles, listJournal } from './history.ts'
import { undo } from './undo.ts'

const history = setUpVaultHistory()
const { latestOperation, freshRunId, asRun, readAll, undoLatest } = history

test('a later change blocks an undo, and the error names the user and the run', async () => {
  await writeFile(history.vault, { path: 'a.md', content: 'one' })
  const first = await latestOperation()
  const other = await makeUser({ name: 'Grace' })
  const runId = freshRunId()
  await writeFile({ ...asRun(runId), userId: other.id }, { path: 'a.md', content: 'two' })

  await expect(undo(history.vault, { operationIds: [first] })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `“a.md” was modified by Grace (in ${runId}) since then. Undoing this would lose that change.`,
    options: { issues: [{ params: { path: 'a.md', by: 'Grace', runId } }] },
  })
  expect(await readAll()).toEqual({ 'a.md': 'two' })
})

test('a later change that was undone, or is undone along, does not block an undo', async () => {
  await writeFile(history.vault, { path: 'a.md', content: 'one' })
  await writeFile(history.vault, { path: 'a.md', content: 'two' })
  const second = await latestOperation()
  await writeFile(history.vault, { path: 'a.md', content: 'three' })
  const third = await latestOperation()

  await undo(history.vault, { operationIds: [third] })
  await undo(history.vault, { operationIds: [second] })
  expect(await readAll()).toEqual({ 'a.md': 'one' })

  await undoLatest()
  await undo(history.vault, { operationIds: [second] })
  expect(await readAll()).toEqual({ 'a.md': 'one' })
})

test('a change by another user between two operations blocks the undo of both', async () => {
  const runId = freshRunId()
  await writeFile(asRun(runId), { path: 'a.md', content: 'one' })
  await writeFile(history.vault, { path: 'a.md', content: 'mine' })
  await writeFile({ ...history.vault, cause: { runId, ordinal: 1 } }, { path: 'a.md', content: 'two' })

  await expect(undo(history.vault, { runId })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await readAll()).toEqual({ 'a.md': 'two' })
})

test('an undo is a CONFLICT if another file is at the path now', async () => {
  await writeFile(history.vault, { path: 'a.md', content: 'one' })
  await deleteFile(history.vault, { path: 'a.md' })
  const deletion = await latestOperation()
  await writeFile(history.vault, { path: 'A.md', content: 'new' })

  await expect(undo(history.vault, { operationIds: [deletion] })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('an undo leaves a created folder in which something changed later', async () => {
  const runId = freshRunId()
  await createFile(asRun(runId), { path: 'new/a.md', content: 'one' })
  await writeFile(history.vault, { path: 'new/mine.md', content: 'mine' })

  await undo(history.vault, { runId })

  expect(await readAll()).toEqual({ new: '/', 'new/mine.md': 'mine' })
})

test('the changes of several operations are shown file by file, from the first to the last state', async () => {
  const { etag: first } = await createFile(history.vault, { path: 'A.md', content: 'one' })
  const { etag: second } = await writeFile(history.vault, { path: 'A.md', content: 'two' })
  await renameFile(history.vault, { fromPath: 'A.md', toPath: 'B.md' })
  await ensureFolder(history.vault, { path: 'Folder' })
  const operationIds = (await listJournal(history.vault)).map(({ operationId }) => operationId)

  expect(await listChangedFiles(history.vault, { operationIds })).toEqual([
    { path: 'B.md', before: null, after: second },
  ])
  const [, moved = '', written = ''] = operationIds
  expect(await listChangedFiles(history.vault, { operationIds: [written] })).toEqual([
    { path: 'A.md', before: first, after: second },
  ])
  expect(await listChangedFiles(history.vault, { operationIds: [moved] })).toEqual([])

  await deleteFile(history.vault, { path: 'B.md' })
  expect(await listChangedFiles(history.vault, { operationIds: [await latestOperation()] })).toEqual([
    { path: 'B.md', before: second, after: null },
  ])
  const stranger = await makeUser()
  const other = { ...history.vault, organisationId: stranger.organisation.id }
  expect(await listChangedFiles(other, { operationIds })).toEqual([])
})
