// Another person writes, moves or deletes the file while it is open.
import { beforeEach, describe, expect, test } from 'vitest'
import { type WorkspaceSession, workspaceSetup } from '../../testing/workspace-setup.ts'
import { deleteFile, renameFile } from '../files/rename-file.ts'
import { writeFile } from '../files/write-file.ts'
import { closeLeaf } from './arrange-tabs.ts'
import { followMove } from './follow-file-move.ts'
import { getWorkspace } from './get-workspace.ts'
import { saveDocument } from './save-document.ts'
import { resolveConflict, syncOpenDocument } from './sync-document.ts'

const { db, openNote, documentOf, textNow, saved, type, select, call, sitDown } = workspaceSetup()
let owner: WorkspaceSession['owner']
let vault: WorkspaceSession['vault']
let path: WorkspaceSession['path']
beforeEach(async () => {
  ;({ owner, vault, path } = await sitDown())
})

describe('when another user writes the file', () => {
  test('when another user writes an open file, an unedited text follows, and its cursor stays in place', async () => {
    const id = await openNote('one\ntwo')
    await select(id, 7, 7)
    await writeFile(vault, { path, content: 'zero\none\ntwo' })

    const { selection } = await documentOf(path)

    expect(await textNow(id)).toBe('zero\none\ntwo')
    expect(selection.head).toBe(12)
  })

  test('when another user writes an open file, an edited text is preserved, and tools and closing wait for the person', async () => {
    const id = await openNote('one')
    await type(id, 3, ' mine')
    await writeFile(vault, { path, content: 'theirs' })

    expect(await documentOf(path)).toMatchObject({ conflict: 'changed' })
    const [leaf] = (await getWorkspace(db, owner)).leaves

    expect([await textNow(id), await saved()]).toEqual(['one mine', 'theirs'])
    await expect(call('editor.insertAtCursor', { text: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(closeLeaf(db, owner, { leafId: leaf!.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test.each([
    ['mine', 'one mine', {}],
    ['theirs', 'theirs', {}],
    ['both', 'theirs', { copy: expect.stringContaining(' (mine).md') }],
  ] as const)(
    'when another user writes an open file, the person chooses “%s”',
    async (choice, text, expected) => {
      const id = await openNote('one')
      await type(id, 3, ' mine')
      await writeFile(vault, { path, content: 'theirs' })
      await syncOpenDocument(db, owner, id)

      const answer = await resolveConflict(db, owner, { documentId: id, choice })

      expect(answer).toEqual(expected)
      expect([await textNow(id), await saved()]).toEqual([text, text])
      expect(await documentOf(path)).not.toHaveProperty('conflict')
      if (answer.copy) expect(await saved(answer.copy)).toBe('one mine')
    },
  )

  test('a file with the same text as the open one is not a conflict', async () => {
    const id = await openNote('one')
    await type(id, 3, ' mine')
    // A server leaves this state if it ends after writing the vault and before updating the row.
    await writeFile(vault, { path, content: 'one mine' })

    expect(await documentOf(path)).not.toHaveProperty('conflict')
    await type(id, 8, '!')
    await saveDocument(db, owner, { documentId: id })
    expect(await saved()).toBe('one mine!')
  })

  test('an open file that another user deleted can be restored', async () => {
    const id = await openNote('one')
    await deleteFile(vault, { path })
    await syncOpenDocument(db, owner, id)
    expect(await documentOf(path)).toMatchObject({ conflict: 'gone' })

    await resolveConflict(db, owner, { documentId: id, choice: 'mine' })

    expect(await saved()).toBe('one')
  })

  test('an open file that another user renames takes its tab along', async () => {
    await openNote('one')
    const toPath = path.replace('Notes/', 'Kept/')
    await renameFile(vault, { fromPath: path, toPath })
    await followMove(db, owner, { from: path, to: toPath })
    expect(await documentOf(toPath)).not.toHaveProperty('conflict')
    expect((await getWorkspace(db, owner)).leaves.map((leaf) => leaf.path)).toEqual([toPath])
  })
})
