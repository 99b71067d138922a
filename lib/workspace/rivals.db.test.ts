// Somebody else writes, moves or deletes the file while it is open.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Desk, workspaceSetup } from '../testing/workspace-setup.ts'
import { deleteFile } from '../vault/delete.ts'
import { rename } from '../vault/rename.ts'
import { writeFile } from '../vault/write-file.ts'
import { closeLeaf } from './arrange.ts'
import { followMove } from './follow-move.ts'
import { getWorkspace } from './get-workspace.ts'
import { saveDocument } from './save-document.ts'
import { settleRival } from './settle-rival.ts'
import { tendDocument } from './tend-document.ts'

const { db, openNote, documentOf, textNow, saved, type, select, call, sitDown } = workspaceSetup()
let owner: Desk['owner']
let vault: Desk['vault']
let path: Desk['path']
beforeEach(async () => {
  ;({ owner, vault, path } = await sitDown())
})

describe('when somebody else writes the file', () => {
  test('a text that nobody touched follows, and its cursor stays where it was', async () => {
    const id = await openNote('one\ntwo')
    await select(id, 7, 7)
    await writeFile(vault, { path, content: 'zero\none\ntwo' })

    const { selection } = await documentOf(path)

    expect(await textNow(id)).toBe('zero\none\ntwo')
    expect(selection.head).toBe(12)
  })

  test('a text that was touched keeps what it has, and tools and closing wait for the person', async () => {
    const id = await openNote('one')
    await type(id, 3, ' mine')
    await writeFile(vault, { path, content: 'theirs' })

    expect(await documentOf(path)).toMatchObject({ rival: 'changed' })
    const [leaf] = (await getWorkspace(db, owner)).leaves

    expect([await textNow(id), await saved()]).toEqual(['one mine', 'theirs'])
    await expect(call('editor.insertAtCursor', { text: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(closeLeaf(db, owner, { leafId: leaf!.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test.each([
    ['mine', 'one mine', {}],
    ['theirs', 'theirs', {}],
    ['both', 'theirs', { copy: expect.stringContaining(' (mine).md') }],
  ] as const)('the person chooses “%s”', async (choice, text, told) => {
    const id = await openNote('one')
    await type(id, 3, ' mine')
    await writeFile(vault, { path, content: 'theirs' })
    await tendDocument(db, owner, id)

    const answer = await settleRival(db, owner, { documentId: id, choice })

    expect(answer).toEqual(told)
    expect([await textNow(id), await saved()]).toEqual([text, text])
    expect(await documentOf(path)).not.toHaveProperty('rival')
    if (answer.copy) expect(await saved(answer.copy)).toBe('one mine')
  })

  test('a file that has what is typed here already is nothing to choose about', async () => {
    const id = await openNote('one')
    await type(id, 3, ' mine')
    // As a server leaves it that ended between the vault's write and the row's.
    await writeFile(vault, { path, content: 'one mine' })

    expect(await documentOf(path)).not.toHaveProperty('rival')
    await type(id, 8, '!')
    await saveDocument(db, owner, { documentId: id })
    expect(await saved()).toBe('one mine!')
  })

  test('a file that is gone can be put back', async () => {
    const id = await openNote('one')
    await deleteFile(vault, { path })
    await tendDocument(db, owner, id)
    expect(await documentOf(path)).toMatchObject({ rival: 'gone' })

    await settleRival(db, owner, { documentId: id, choice: 'mine' })

    expect(await saved()).toBe('one')
  })

  test('a file that is given another name takes its tab along', async () => {
    await openNote('one')
    const toPath = path.replace('Notes/', 'Kept/')
    await rename(vault, { fromPath: path, toPath })
    await followMove(db, owner, { from: path, to: toPath })
    expect(await documentOf(toPath)).not.toHaveProperty('rival')
    expect((await getWorkspace(db, owner)).leaves.map((leaf) => leaf.path)).toEqual([toPath])
  })
})
