// Files that are moved while nobody has the Vault open.

import { beforeEach, expect, test } from 'vitest'
import { type Desk, workspaceSetup } from '../testing/workspace-setup.ts'
import { createFile } from '../vault/create-file.ts'
import { deleteFile } from '../vault/delete.ts'
import { rename } from '../vault/rename.ts'
import { openLeaf } from './arrange.ts'
import { getWorkspace } from './get-workspace.ts'

const { db, openNote, textNow, saved, type, call, sitDown } = workspaceSetup()
let owner: Desk['owner']
let vault: Desk['vault']
let path: Desk['path']
beforeEach(async () => {
  ;({ owner, vault, path } = await sitDown())
})

const beside = (name: string) => path.replace('.md', `-${name}.md`)
const opened = async () => {
  const { leaves, documents } = await getWorkspace(db, owner)
  return { tabs: leaves.map((leaf) => leaf.path), rivals: documents.map(({ rival }) => rival) }
}

test('a tab and its unsaved text are found where their file is, and what was typed is saved there', async () => {
  const [first, second] = [beside('first'), beside('second')]
  const id = await openNote('a')
  await type(id, 1, 'b')

  await rename(vault, { fromPath: path, toPath: first })
  await rename(vault, { fromPath: first, toPath: second })

  expect(await opened()).toEqual({ tabs: [second], rivals: [undefined] })
  expect(await textNow(id)).toBe('ab')
  expect(await saved(second)).toBe('ab')
})

test('what is at the old path by then is another file', async () => {
  const id = await openNote('mine')
  await rename(vault, { fromPath: path, toPath: beside('moved') })
  await createFile(vault, { path, content: 'another' })

  expect(await opened()).toEqual({ tabs: [beside('moved')], rivals: [undefined] })
  expect(await textNow(id)).toBe('mine')
})

test('tabs follow a folder, and one another’s places', async () => {
  const [one, two, three] = ['x', 'y', 'z'].map((name) => `${path}-folder/${name}.md`) as [
    string,
    string,
    string,
  ]
  for (const each of [one, two]) {
    await createFile(vault, { path: each, content: each })
    await openLeaf(db, owner, { path: each })
  }

  await rename(vault, { fromPath: two, toPath: three })
  await rename(vault, { fromPath: one, toPath: two })
  await rename(vault, { fromPath: `${path}-folder`, toPath: `${path}-other` })

  expect((await opened()).tabs).toEqual([two, three].map((each) => each.replace('-folder', '-other')))
})

test('a tab whose file was deleted stays and says so, and knows the file that came in its place', async () => {
  await openNote('a')
  await deleteFile(vault, { path })
  expect(await opened()).toEqual({ tabs: [path], rivals: ['gone'] })

  await createFile(vault, { path, content: 'new' })
  expect(await opened()).toEqual({ tabs: [path], rivals: [undefined] })
  await rename(vault, { fromPath: path, toPath: beside('moved') })
  expect((await opened()).tabs).toEqual([beside('moved')])
})

test('one that comes to where another tab is open stays where it was', async () => {
  const taken = beside('taken')
  await openNote('a')
  await openNote('b', taken)

  await rename(vault, { fromPath: path, toPath: taken, collisionStrategy: 'overwrite' })

  expect((await opened()).tabs).toEqual([path, taken])
})

test('a tab of before files were remembered learns which file it is', async () => {
  await openNote('a')
  await db.workspace.updateMany({ where: owner, data: { leaves: [{ id: 'old', path }] } })
  await opened()

  await rename(vault, { fromPath: path, toPath: beside('moved') })

  expect((await opened()).tabs).toEqual([beside('moved')])
})

test('a tool that is called while no page is open finds the file too', async () => {
  await openNote('a')
  await rename(vault, { fromPath: path, toPath: beside('moved') })

  expect((await call('editor.getActiveFilePath')).output).toEqual({ path: beside('moved') })
})
