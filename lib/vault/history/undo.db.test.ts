// Undo restores the earlier state, or states why it cannot.
import { describe, expect, test } from 'vitest'
import { makeUser } from '../../testing/factories.ts'
import { setUpVaultHistory } from '../../testing/setup/storage/vault-history.ts'
import { createFile, ensureFolder } from '../files/create-file.ts'
import { patchFile } from '../files/patch-file.ts'
import { deleteFile, renameFile } from '../files/rename-file.ts'
import { writeFile } from '../files/write-file.ts'
import { listJournal } from './history.ts'
import { undo } from './undo.ts'

const history = setUpVaultHistory()
const { readAll, undoLatest, latestOperation, freshRunId, asRun } = history

describe('an operation', () => {
  const operations: [what: string, change: () => Promise<unknown>][] = [
    ['a new file, with its folders', () => createFile(history.vault, { path: 'x/y/new.md', content: 'n' })],
    ['other content', () => writeFile(history.vault, { path: 'a.md', content: 'other' })],
    ['more content', () => writeFile(history.vault, { path: 'a.md', content: '+', mode: 'append' })],
    [
      'a patch',
      () =>
        patchFile(history.vault, { path: 'a.md', patch: { replaceRange: { start: 0, end: 1, text: 'Z' } } }),
    ],
    ['a folder', () => ensureFolder(history.vault, { path: 'p/q' })],
    ['another name', () => renameFile(history.vault, { fromPath: 'a.md', toPath: 'z/b.md' })],
    ['another case', () => renameFile(history.vault, { fromPath: 'a.md', toPath: 'A.md' })],
    ['a folder’s other place', () => renameFile(history.vault, { fromPath: 'dir', toPath: 'deep/er/dir' })],
    [
      'a name that was another’s',
      () => renameFile(history.vault, { fromPath: 'a.md', toPath: 'b.md', collisionStrategy: 'overwrite' }),
    ],
    ['a deletion', () => deleteFile(history.vault, { path: 'a.md' })],
    ['a folder’s deletion', () => deleteFile(history.vault, { path: 'dir' })],
  ]

  test.each(operations)('a vault operation is undone, redone and undone again: %s', async (_what, change) => {
    await writeFile(history.vault, { path: 'a.md', content: 'one' })
    await writeFile(history.vault, { path: 'b.md', content: 'two' })
    await writeFile(history.vault, { path: 'dir/sub/c.md', content: 'three' })
    const before = await readAll()
    await change()
    const after = await readAll()
    expect(after).not.toEqual(before)

    await undoLatest()
    expect(await readAll()).toEqual(before)

    await undoLatest()
    expect(await readAll()).toEqual(after)

    await undoLatest()
    expect(await readAll()).toEqual(before)
  })

  test('an undone operation is not undone twice', async () => {
    await writeFile(history.vault, { path: 'a.md', content: 'one' })
    const operationIds = [await latestOperation()]
    await undo(history.vault, { operationIds })

    await expect(undo(history.vault, { operationIds })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('an operation of another organisation does not exist', async () => {
    await writeFile(history.vault, { path: 'a.md', content: 'one' })
    const operationIds = [await latestOperation()]
    const stranger = await makeUser()
    const theirs = { ...history.vault, organisationId: stranger.organisation.id, userId: stranger.id }

    await expect(undo(theirs, { operationIds })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a run is undone as a whole, and a plan run with all its runs', async () => {
  await writeFile(history.vault, { path: 'a.md', content: 'base' })
  const before = await readAll()
  const planRunId = freshRunId()
  await writeFile(asRun(freshRunId(), planRunId), { path: 'a.md', content: 'one' })
  await writeFile(asRun(freshRunId(), planRunId), { path: 'a.md', content: 'two' })
  await renameFile(asRun(freshRunId(), planRunId), { fromPath: 'a.md', toPath: 'b/a.md' })
  await createFile(asRun(freshRunId(), planRunId), { path: 'a.md', content: 'in its place' })
  await deleteFile(asRun(freshRunId(), planRunId), { path: 'b/a.md' })
  const after = await readAll()
  const ofPlan = async () => (await listJournal(history.vault)).filter((line) => line.planRunId === planRunId)
  expect(await ofPlan()).toHaveLength(5)
  expect((await ofPlan()).some(({ isOneOfRun }) => isOneOfRun)).toBe(false)

  const { undone, effects } = await undo(history.vault, { planRunId })

  expect(undone).toHaveLength(5)
  expect(await readAll()).toEqual(before)
  expect(effects).toEqual({ created: ['a.md'], deleted: ['b', 'a.md'] })
  expect((await ofPlan()).every(({ isUndone }) => isUndone)).toBe(true)
  await undoLatest()
  expect(await readAll()).toEqual(after)
  expect((await ofPlan()).some(({ isUndone }) => isUndone)).toBe(false)
})

test('a journal entry shows whether its run made other changes', async () => {
  const [alone, busy] = [freshRunId(), freshRunId()]
  const twice = asRun(busy)
  await writeFile(asRun(alone), { path: 'alone.md', content: '1' })
  await writeFile(twice, { path: 'busy.md', content: '1' })
  await writeFile({ ...twice, cause: { ...twice.cause, ordinal: 1 } }, { path: 'busy.md', content: '2' })

  const of = async (id: string) =>
    (await listJournal(history.vault)).flatMap((line) => (line.runId === id ? line.isOneOfRun : []))
  expect([await of(alone), await of(busy)]).toEqual([[false], [true, true]])
})

describe('one file of several', () => {
  test('one file of an operation is undone alone, and the rest with the operation later', async () => {
    await createFile(history.vault, { path: 'set/a.md', content: 'a' })
    await createFile(history.vault, { path: 'set/b.md', content: 'b' })
    await deleteFile(history.vault, { path: 'set' })
    const operationIds = [await latestOperation()]

    await undo(history.vault, { operationIds, path: 'set/b.md' })
    expect(await readAll()).toEqual({ set: '/', 'set/b.md': 'b' })

    await undo(history.vault, { operationIds })
    expect(await readAll()).toEqual({ set: '/', 'set/a.md': 'a', 'set/b.md': 'b' })
  })

  test('undoing one file of an operation removes the folders created for it', async () => {
    const runId = freshRunId()
    await createFile(asRun(runId), { path: 'new/deep/a.md', content: 'a' })

    await undo(history.vault, { runId, path: 'new/deep/a.md' })

    expect(await readAll()).toEqual({})
  })

  test('undoing one file needs a valid path that is part of the operations', async () => {
    await createFile(history.vault, { path: 'a.md', content: 'a' })
    const operationIds = [await latestOperation()]

    await expect(undo(history.vault, { operationIds, path: 'b.md' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(undo(history.vault, { operationIds, path: '../a.md' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})
