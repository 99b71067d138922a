import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { createFile } from '../files/create-file.ts'
import { touchOpenPage } from '../rows/workspaces.ts'
import { openVaultToWrite } from '../vault.ts'
import { openLeaf } from './arrange-tabs.ts'
import { readElsewhere } from './read-elsewhere.ts'
import { readWorkspace, requireWorkspaceOwner } from './workspace-view.ts'

const db = database()

test('a member sees which others look at the same file now, and no one of another organisation', async () => {
  const [ada, bob, cy] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner: ada, members: [bob, cy] })
  const [adas, bobs, cys] = await Promise.all(
    [ada, bob, cy].map(async (user) => requireWorkspaceOwner(await contextFor(user, { organisation }))),
  )
  const vault = openVaultToWrite(await contextFor(ada, { organisation }))
  for (const path of ['plan.md', 'other.md']) await createFile(vault, { path, content: 'a' })
  // A file of the same name in the personal vault of Bob.
  const alone = requireWorkspaceOwner(await contextFor(bob))
  await createFile(openVaultToWrite(await contextFor(bob)), { path: 'plan.md', content: 'b' })
  const pages = { ada: randomUUIDv7(), bob: randomUUIDv7(), window: randomUUIDv7() }
  const show = (id: string, owner: typeof adas) => touchOpenPage(db, id, { ...owner!, showsVault: true })
  const look = async (owner = adas!, pageId = pages.ada) =>
    readElsewhere(db, owner, { pageId, workspace: await readWorkspace(db, owner) })
  const nobody = { path: 'plan.md', people: [], ownWindows: 0 }

  expect(await look()).toBeUndefined()
  await openLeaf(db, adas!, { path: 'plan.md' })
  await show(pages.ada, adas)
  await openLeaf(db, bobs!, { path: 'plan.md' })
  // Bob has the file in a tab, but no page of his is open.
  expect(await look()).toEqual(nobody)
  await show(pages.bob, bobs)
  await openLeaf(db, cys!, { path: 'plan.md' })
  await openLeaf(db, cys!, { path: 'other.md' })
  await show(randomUUIDv7(), cys)

  expect(await look()).toEqual({ ...nobody, people: [bob.name] })
  await show(pages.window, adas)
  expect(await look()).toEqual({ ...nobody, people: [bob.name], ownWindows: 1 })
  await openLeaf(db, alone, { path: 'plan.md' })
  expect(await look(alone, randomUUIDv7())).toEqual(nobody)

  // A browser that has crashed sends no farewell.
  await db.openPage.update({ where: { id: pages.bob }, data: { seenAt: new Date(Date.now() - 60_000) } })
  expect(await look()).toEqual({ ...nobody, ownWindows: 1 })
})
