import { beforeEach, expect, test } from 'vitest'
import { type WorkspaceSession, workspaceSetup } from '../../testing/workspace-setup.ts'
import { createFile } from '../files/create-file.ts'
import { deleteFile, renameFile } from '../files/rename-file.ts'
import { openLeaf } from './arrange-tabs.ts'
import { getWorkspace } from './get-workspace.ts'

const { db, openNote, textNow, saved, type, call, sitDown } = workspaceSetup()
let owner: WorkspaceSession['owner']
let vault: WorkspaceSession['vault']
let path: WorkspaceSession['path']
beforeEach(async () => {
  ;({ owner, vault, path } = await sitDown())
})

const beside = (name: string) => path.replace('.md', `-${name}.md`)
const opened = async () => {
  const { leaves, documents } = await getWorkspace(db, owner)
  return { tabs: leaves.map((leaf) => leaf.path), conflicts: documents.map(({ conflict }) => conflict) }
}

test('a tab and its unsaved text follow a file that moved while no page was open', async () => {
  const [first, second] = [beside('first'), beside('second')]
  const id = await openNote('a')
  await type(id, 1, 'b')

  await renameFile(vault, { fromPath: path, toPath: first })
  await renameFile(vault, { fromPath: first, toPath: second })

  expect(await opened()).toEqual({ tabs: [second], conflicts: [undefined] })
  expect(await textNow(id)).toBe('ab')
  expect(await saved(second)).toBe('ab')
})

test('a tab does not take the new file at the old path for the one that moved', async () => {
  const id = await openNote('mine')
  await renameFile(vault, { fromPath: path, toPath: beside('moved') })
  await createFile(vault, { path, content: 'another' })

  expect(await opened()).toEqual({ tabs: [beside('moved')], conflicts: [undefined] })
  expect(await textNow(id)).toBe('mine')
})

test('tabs follow a folder that moved while no page was open, and each other', async () => {
  const [one, two, three] = ['x', 'y', 'z'].map((name) => `${path}-folder/${name}.md`) as [
    string,
    string,
    string,
  ]
  for (const each of [one, two]) {
    await createFile(vault, { path: each, content: each })
    await openLeaf(db, owner, { path: each })
  }

  await renameFile(vault, { fromPath: two, toPath: three })
  await renameFile(vault, { fromPath: one, toPath: two })
  await renameFile(vault, { fromPath: `${path}-folder`, toPath: `${path}-other` })

  expect((await opened()).tabs).toEqual([two, three].map((each) => each.replace('-folder', '-other')))
})

test('the tab of a deleted file stays and is marked, and recognises the file that replaced it', async () => {
  await openNote('a')
  await deleteFile(vault, { path })
  expect(await opened()).toEqual({ tabs: [path], conflicts: ['gone'] })

  await createFile(vault, { path, content: 'new' })
  expect(await opened()).toEqual({ tabs: [path], conflicts: [undefined] })
  await renameFile(vault, { fromPath: path, toPath: beside('moved') })
  expect((await opened()).tabs).toEqual([beside('moved')])
})

test('a moved tab stays at its old path if a tab for the new path is open', async () => {
  const occupiedPath = beside('taken')
  await openNote('a')
  await openNote('b', occupiedPath)

  await renameFile(vault, { fromPath: path, toPath: occupiedPath, collisionStrategy: 'overwrite' })

  expect((await opened()).tabs).toEqual([path, occupiedPath])
})

test('a tab stored before files were remembered learns which file it shows', async () => {
  await openNote('a')
  await db.workspace.updateMany({ where: owner, data: { leaves: [{ id: 'old', path }] } })
  await opened()

  await renameFile(vault, { fromPath: path, toPath: beside('moved') })

  expect((await opened()).tabs).toEqual([beside('moved')])
})

test('a tool that is called while no page is open finds a moved file', async () => {
  await openNote('a')
  await renameFile(vault, { fromPath: path, toPath: beside('moved') })

  expect((await call('editor.getActiveFilePath')).output).toEqual({ path: beside('moved') })
})
