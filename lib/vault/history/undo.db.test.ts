// Undo restores the earlier state, or states why it cannot.
import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '../../db/core/prisma-client.ts'
import { makeUser } from '../../testing/factories.ts'
import { createFile, ensureFolder } from '../files/create-file.ts'
import { listFiles } from '../files/list-files.ts'
import { patchFile } from '../files/patch-file.ts'
import { readFile } from '../files/read-file.ts'
import { deleteFile, renameFile } from '../files/rename-file.ts'
import { writeFile } from '../files/write-file.ts'
import type { VaultWriter } from '../vault.ts'
import { listChangedFiles, listJournal } from './history.ts'
import { emptyTrash, listTrash, restoreFromTrash } from './trash.ts'
import { undo } from './undo.ts'

let vault: VaultWriter
beforeEach(async () => {
  const user = await makeUser({ name: 'Ada' })
  vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
})

const run = (runId: string, planRunId?: string): VaultWriter => ({
  ...vault,
  cause: { runId, ...(planRunId && { planRunId, stepId: 'a' }) },
})
let count = 0
const fresh = () => `run_${Date.now()}_${count++}`

/** Returns all files with their text, and folders as "/". */
async function shot(): Promise<Record<string, string>> {
  const { items } = await listFiles(vault, { recursive: true })
  const texts = items.map(async ({ path, kind }) => [
    path,
    kind === 'file' ? (await readFile(vault, { path })).content : '/',
  ])
  return Object.fromEntries(await Promise.all(texts))
}

const latest = async () => (await listJournal(vault, { limit: 1 }))[0]?.operationId ?? ''
const undoLatest = async () => undo(vault, { operationIds: [await latest()] })

describe('an operation', () => {
  const operations: [what: string, change: () => Promise<unknown>][] = [
    ['a new file, with its folders', () => createFile(vault, { path: 'x/y/new.md', content: 'n' })],
    ['other content', () => writeFile(vault, { path: 'a.md', content: 'other' })],
    ['more content', () => writeFile(vault, { path: 'a.md', content: '+', mode: 'append' })],
    [
      'a patch',
      () => patchFile(vault, { path: 'a.md', patch: { replaceRange: { start: 0, end: 1, text: 'Z' } } }),
    ],
    ['a folder', () => ensureFolder(vault, { path: 'p/q' })],
    ['another name', () => renameFile(vault, { fromPath: 'a.md', toPath: 'z/b.md' })],
    ['another case', () => renameFile(vault, { fromPath: 'a.md', toPath: 'A.md' })],
    ['a folder’s other place', () => renameFile(vault, { fromPath: 'dir', toPath: 'deep/er/dir' })],
    [
      'a name that was another’s',
      () => renameFile(vault, { fromPath: 'a.md', toPath: 'b.md', collisionStrategy: 'overwrite' }),
    ],
    ['a deletion', () => deleteFile(vault, { path: 'a.md' })],
    ['a folder’s deletion', () => deleteFile(vault, { path: 'dir' })],
  ]

  test.each(operations)('%s is undone, redone and undone again', async (_what, change) => {
    await writeFile(vault, { path: 'a.md', content: 'one' })
    await writeFile(vault, { path: 'b.md', content: 'two' })
    await writeFile(vault, { path: 'dir/sub/c.md', content: 'three' })
    const before = await shot()
    await change()
    const after = await shot()
    expect(after).not.toEqual(before)

    await undoLatest()
    expect(await shot()).toEqual(before)

    await undoLatest()
    expect(await shot()).toEqual(after)

    await undoLatest()
    expect(await shot()).toEqual(before)
  })

  test('that was undone is not undone twice', async () => {
    await writeFile(vault, { path: 'a.md', content: 'one' })
    const operationIds = [await latest()]
    await undo(vault, { operationIds })

    await expect(undo(vault, { operationIds })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('of another organisation does not exist', async () => {
    await writeFile(vault, { path: 'a.md', content: 'one' })
    const operationIds = [await latest()]
    const stranger = await makeUser()
    const theirs = { ...vault, organisationId: stranger.organisation.id, userId: stranger.id }

    await expect(undo(theirs, { operationIds })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a later change', () => {
  test('blocks it, and the error names the user and the run', async () => {
    await writeFile(vault, { path: 'a.md', content: 'one' })
    const first = await latest()
    const other = await makeUser({ name: 'Grace' })
    const runId = fresh()
    await writeFile({ ...run(runId), userId: other.id }, { path: 'a.md', content: 'two' })

    await expect(undo(vault, { operationIds: [first] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `“a.md” was modified by Grace (in ${runId}) since then. Undoing this would lose that change.`,
      options: { issues: [{ params: { path: 'a.md', by: 'Grace', runId } }] },
    })
    expect(await shot()).toEqual({ 'a.md': 'two' })
  })

  test('does not when it was undone, or is undone along', async () => {
    await writeFile(vault, { path: 'a.md', content: 'one' })
    await writeFile(vault, { path: 'a.md', content: 'two' })
    const second = await latest()
    await writeFile(vault, { path: 'a.md', content: 'three' })
    const third = await latest()

    await undo(vault, { operationIds: [third] })
    await undo(vault, { operationIds: [second] })
    expect(await shot()).toEqual({ 'a.md': 'one' })

    await undoLatest()
    await undo(vault, { operationIds: [second] })
    expect(await shot()).toEqual({ 'a.md': 'one' })
  })

  test('by another user in between blocks both sides', async () => {
    const runId = fresh()
    await writeFile(run(runId), { path: 'a.md', content: 'one' })
    await writeFile(vault, { path: 'a.md', content: 'mine' })
    await writeFile({ ...vault, cause: { runId, ordinal: 1 } }, { path: 'a.md', content: 'two' })

    await expect(undo(vault, { runId })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await shot()).toEqual({ 'a.md': 'two' })
  })

  test('is another file at the path: that is a CONFLICT too', async () => {
    await writeFile(vault, { path: 'a.md', content: 'one' })
    await deleteFile(vault, { path: 'a.md' })
    const deletion = await latest()
    await writeFile(vault, { path: 'A.md', content: 'new' })

    await expect(undo(vault, { operationIds: [deletion] })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('in a folder that was made lets the folder stay', async () => {
    const runId = fresh()
    await createFile(run(runId), { path: 'new/a.md', content: 'one' })
    await writeFile(vault, { path: 'new/mine.md', content: 'mine' })

    await undo(vault, { runId })

    expect(await shot()).toEqual({ new: '/', 'new/mine.md': 'mine' })
  })
})

test('a run is undone as a whole, and a plan’s run with all its runs', async () => {
  await writeFile(vault, { path: 'a.md', content: 'base' })
  const before = await shot()
  const planRunId = fresh()
  await writeFile(run(fresh(), planRunId), { path: 'a.md', content: 'one' })
  await writeFile(run(fresh(), planRunId), { path: 'a.md', content: 'two' })
  await renameFile(run(fresh(), planRunId), { fromPath: 'a.md', toPath: 'b/a.md' })
  await createFile(run(fresh(), planRunId), { path: 'a.md', content: 'in its place' })
  await deleteFile(run(fresh(), planRunId), { path: 'b/a.md' })
  const after = await shot()
  const ofPlan = async () => (await listJournal(vault)).filter((line) => line.planRunId === planRunId)
  expect(await ofPlan()).toHaveLength(5)
  expect((await ofPlan()).some(({ isOneOfRun }) => isOneOfRun)).toBe(false)

  const { undone, effects } = await undo(vault, { planRunId })

  expect(undone).toHaveLength(5)
  expect(await shot()).toEqual(before)
  expect(effects).toEqual({ created: ['a.md'], deleted: ['b', 'a.md'] })
  expect((await ofPlan()).every(({ isUndone }) => isUndone)).toBe(true)
  await undoLatest()
  expect(await shot()).toEqual(after)
  expect((await ofPlan()).some(({ isUndone }) => isUndone)).toBe(false)
})

test('an entry shows whether its run made other changes', async () => {
  const [alone, busy] = [fresh(), fresh()]
  const twice = run(busy)
  await writeFile(run(alone), { path: 'alone.md', content: '1' })
  await writeFile(twice, { path: 'busy.md', content: '1' })
  await writeFile({ ...twice, cause: { ...twice.cause, ordinal: 1 } }, { path: 'busy.md', content: '2' })

  const of = async (id: string) =>
    (await listJournal(vault)).flatMap((line) => (line.runId === id ? line.isOneOfRun : []))
  expect([await of(alone), await of(busy)]).toEqual([[false], [true, true]])
})

describe('the trash', () => {
  test('contains deleted files, and restores them completely, under another name if theirs is taken', async () => {
    await writeFile(vault, { path: 'dir/sub/a.md', content: 'one' })
    await writeFile(vault, { path: 'dir/b.md', content: 'two' })
    await deleteFile(vault, { path: 'dir' })
    const [entry] = await listTrash(vault)
    expect(entry).toMatchObject({ path: 'dir', entries: 4, by: { name: 'Ada' } })
    await ensureFolder(vault, { path: 'dir' })

    const back = await restoreFromTrash(vault, { operationId: entry?.operationId ?? '' })

    expect(back).toMatchObject({ path: 'dir (2)' })
    expect(await shot()).toEqual({
      dir: '/',
      'dir (2)': '/',
      'dir (2)/b.md': 'two',
      'dir (2)/sub': '/',
      'dir (2)/sub/a.md': 'one',
    })
    expect(await listTrash(vault)).toEqual([])
    const again = restoreFromTrash(vault, { operationId: entry?.operationId ?? '' })
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('once emptied restores nothing, and neither do permanently deleted files', async () => {
    await writeFile(vault, { path: 'a.md', content: 'one' })
    await deleteFile(vault, { path: 'a.md' })
    const [entry] = await listTrash(vault)
    await writeFile(vault, { path: 'b.md', content: 'secret' })
    const writing = await latest()
    await deleteFile(vault, { path: 'b.md', trash: false })

    expect(await emptyTrash(vault)).toBe(1)

    expect(await listTrash(vault)).toEqual([])
    const events = await database().auditEvent.findMany({
      where: { actorId: vault.userId },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action, subject }) => [action, subject])).toEqual([
      ['vault.forget', 'b.md'],
      ['vault.forget', 'a.md'],
    ])
    const operationIds = [entry?.operationId ?? '']
    await expect(undo(vault, { operationIds })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    await expect(undoLatest()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    // This operation created the file, which is gone, so there is nothing to undo.
    await expect(undo(vault, { operationIds: [writing] })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('the trash is empty when it was emptied, however much was in it', async () => {
  for (const path of ['a.md', 'b.md', 'c.md', 'd.md', 'e.md']) {
    await createFile(vault, { path, content: path })
    await deleteFile(vault, { path })
  }

  expect(await emptyTrash(vault, { atOnce: 2 })).toBe(5)
  expect(await listTrash(vault)).toEqual([])
})

describe('one file of several', () => {
  test('is undone alone, and the rest with the operation later', async () => {
    await createFile(vault, { path: 'set/a.md', content: 'a' })
    await createFile(vault, { path: 'set/b.md', content: 'b' })
    await deleteFile(vault, { path: 'set' })
    const operationIds = [await latest()]

    await undo(vault, { operationIds, path: 'set/b.md' })
    expect(await shot()).toEqual({ set: '/', 'set/b.md': 'b' })

    await undo(vault, { operationIds })
    expect(await shot()).toEqual({ set: '/', 'set/a.md': 'a', 'set/b.md': 'b' })
  })

  test('goes with the folders that were made for it', async () => {
    const runId = fresh()
    await createFile(run(runId), { path: 'new/deep/a.md', content: 'a' })

    await undo(vault, { runId, path: 'new/deep/a.md' })

    expect(await shot()).toEqual({})
  })

  test('must be part of the operations and a valid path', async () => {
    await createFile(vault, { path: 'a.md', content: 'a' })
    const operationIds = [await latest()]

    await expect(undo(vault, { operationIds, path: 'b.md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(undo(vault, { operationIds, path: '../a.md' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})

test('the change of several operations is shown file by file, from the first to the last state', async () => {
  const { etag: first } = await createFile(vault, { path: 'A.md', content: 'one' })
  const { etag: second } = await writeFile(vault, { path: 'A.md', content: 'two' })
  await renameFile(vault, { fromPath: 'A.md', toPath: 'B.md' })
  await ensureFolder(vault, { path: 'Folder' })
  const operationIds = (await listJournal(vault)).map(({ operationId }) => operationId)

  expect(await listChangedFiles(vault, { operationIds })).toEqual([
    { path: 'B.md', before: null, after: second },
  ])
  const [, moved = '', written = ''] = operationIds
  expect(await listChangedFiles(vault, { operationIds: [written] })).toEqual([
    { path: 'A.md', before: first, after: second },
  ])
  expect(await listChangedFiles(vault, { operationIds: [moved] })).toEqual([])

  await deleteFile(vault, { path: 'B.md' })
  expect(await listChangedFiles(vault, { operationIds: [await latest()] })).toEqual([
    { path: 'B.md', before: second, after: null },
  ])
  const stranger = await makeUser()
  const other = { ...vault, organisationId: stranger.organisation.id }
  expect(await listChangedFiles(other, { operationIds })).toEqual([])
})
