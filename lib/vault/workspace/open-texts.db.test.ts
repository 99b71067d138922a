// Texts that are opened, edited and closed must be restored unchanged.

import { ChangeSet } from '@codemirror/state'
import { beforeEach, describe, expect, test } from 'vitest'
import { type WorkspaceSession, workspaceSetup } from '../../testing/workspace-setup.ts'
import { createFile } from '../files/create-file.ts'
import { closeLeaf } from './arrange-tabs.ts'
import { getOpenText, getWorkspace } from './get-workspace.ts'
import { pushUpdates } from './push-updates.ts'
import { saveDocument } from './save-document.ts'

const { db, openNote, textNow, saved, type, call, sitDown } = workspaceSetup()
let owner: WorkspaceSession['owner']
let vault: WorkspaceSession['vault']
let path: WorkspaceSession['path']
beforeEach(async () => {
  ;({ owner, vault, path } = await sitDown())
})

describe('opening', () => {
  test('a file is opened once, unless a new tab is requested, and can stay in the background', async () => {
    await openNote('a')
    const other = path.replace('.md', '-2.md')
    await createFile(vault, { path: other, content: 'b' })

    await call('workspace.openFile', { path })
    await call('workspace.openFile', { path: other, focus: false })
    await call('workspace.openFile', { path, newLeaf: true, focus: false })

    const { leaves, activeLeafId, documents } = await getWorkspace(db, owner)
    expect(leaves.map((leaf) => leaf.path)).toEqual([path, other, path])
    expect(activeLeafId).toBe(leaves[0]?.id)
    expect(documents).toHaveLength(2)
  })

  test('a missing file is not opened', async () => {
    await expect(call('workspace.openFile', { path })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(call('workspace.openFile', { path: '../x' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })

  test('a dry run of opening a file opens nothing', async () => {
    await createFile(vault, { path, content: '' })
    expect((await call('workspace.openFile', { path }, { dryRun: true })).output).toEqual({
      path,
      opened: false,
    })
    expect((await getWorkspace(db, owner)).leaves).toEqual([])
  })

  test('an open text keeps CRLF and mixed line ends', async () => {
    const id = await openNote('a\r\nb\r\n')
    await type(id, 4, 'c')
    await saveDocument(db, owner, { documentId: id })
    expect(await saved()).toBe('a\r\nb\r\nc')

    const other = path.replace('.md', '-mixed.md')
    const mixed = await openNote('a\r\nb\nc', other)
    await type(mixed, 6, '!')
    await saveDocument(db, owner, { documentId: mixed })
    expect(await saved(other)).toBe('a\r\nb\nc!')
  })

  test('closing a tab saves its text first', async () => {
    const id = await openNote('a')
    await type(id, 1, 'b')
    const [leaf] = (await getWorkspace(db, owner)).leaves
    await closeLeaf(db, owner, { leafId: leaf!.id })
    expect(await saved()).toBe('ab')
    expect(await getWorkspace(db, owner)).toMatchObject({ leaves: [], documents: [] })
  })
})

describe('pushing', () => {
  test('a pushed edit of an old version is answered with the changes in between, and accepted then', async () => {
    const id = await openNote('abc')
    const { version } = await getOpenText(db, owner, id)
    await type(id, 0, 'x')
    const late = ChangeSet.of({ from: 3, insert: 'y' }, 3).toJSON()
    const push = { documentId: id, version, clientId: 'other', changes: [late] }

    const answer = await pushUpdates(db, owner, push)

    expect(answer).toMatchObject({ outcome: 'behind', updates: [{ clientId: 'page' }] })
    expect(await textNow(id)).toBe('xabc')
  })

  test.each([
    ['changes of another length', [[5, [0, 'x']]]],
    ['no changes at all', ['nonsense']],
    ['negative lengths', [[-2, 5]]],
    ['NUL', [[3, [0, 'a\0b']]]],
  ])('pushed changes are refused: %s', async (_what, changes) => {
    const id = await openNote('abc')
    await expect(
      pushUpdates(db, owner, { documentId: id, version: 0, clientId: 'page', changes }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await textNow(id)).toBe('abc')
  })

  test('a push to a version that the server does not have reloads the text', async () => {
    const id = await openNote('abc')
    const push = { documentId: id, version: 9, clientId: 'page', changes: [] }
    expect(await pushUpdates(db, owner, push)).toEqual({ outcome: 'start-over' })
  })
})
